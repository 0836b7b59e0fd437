// DOM: parsing, walking, changing, creating, importing, attributes, text, XPath and writing back.
import java.io.*;
import java.util.*;
import javax.xml.parsers.*;
import javax.xml.transform.*;
import javax.xml.transform.dom.*;
import javax.xml.transform.stream.*;
import javax.xml.xpath.*;
import org.w3c.dom.*;
import org.xml.sax.InputSource;

public class DomTrees {
    static Document parse(String s) throws Exception {
        DocumentBuilderFactory f = DocumentBuilderFactory.newInstance();
        f.setNamespaceAware(true);
        f.setCoalescing(true);
        return f.newDocumentBuilder().parse(new InputSource(new StringReader(s)));
    }

    static String show(Node n) {
        StringBuilder sb = new StringBuilder();
        sb.append(n.getNodeName()).append(':').append(n.getNodeType());
        if (n.getNodeType() == Node.TEXT_NODE)
            sb.append('\'').append(n.getNodeValue()).append('\'');
        sb.append('[');
        for (Node c = n.getFirstChild(); c != null; c = c.getNextSibling())
            sb.append(show(c)).append(' ');
        return sb.append(']').toString();
    }

    static String write(Node n) throws Exception {
        Transformer t = TransformerFactory.newInstance().newTransformer();
        t.setOutputProperty(OutputKeys.OMIT_XML_DECLARATION, "yes");
        StringWriter w = new StringWriter();
        t.transform(new DOMSource(n), new StreamResult(w));
        return w.toString();
    }

    public static void main(String[] args) throws Exception {
        Document d =
                parse(
                        "<root><item id='1'>one</item><item id='2'>two &amp;"
                            + " half</item><!--note--><empty/></root>");
        System.out.println(show(d));
        Element root = d.getDocumentElement();
        NodeList items = root.getElementsByTagName("item");
        System.out.println(
                items.getLength()
                        + " "
                        + ((Element) items.item(1)).getAttribute("id")
                        + " "
                        + items.item(1).getTextContent()
                        + " "
                        + ((Element) items.item(0)).hasAttribute("nope")
                        + "["
                        + ((Element) items.item(0)).getAttribute("nope")
                        + "] "
                        + root.getChildNodes().getLength()
                        + " "
                        + root.getLastChild().getNodeName()
                        + " "
                        + root.getFirstChild().getParentNode().getNodeName()
                        + " "
                        + items.item(9));
        Element added = d.createElement("item");
        added.setAttribute("id", "3");
        added.appendChild(d.createTextNode("a<b>&c"));
        root.insertBefore(added, root.getLastChild());
        System.out.println(root.getElementsByTagName("item").getLength());
        root.removeChild(items.item(0));
        root.replaceChild(d.createComment("replaced"), root.getLastChild());
        System.out.println(write(d));
        Element copy = (Element) added.cloneNode(true);
        copy.setTextContent("copied");
        root.appendChild(copy);
        copy.removeAttribute("id");
        System.out.println(write(root));
        Document other = parse("<x><y/></x>");
        root.appendChild(d.importNode(other.getDocumentElement(), true));
        System.out.println(
                root.getLastChild().getFirstChild().getNodeName()
                        + " "
                        + (root.getLastChild().getOwnerDocument() == d));
        try {
            root.appendChild(other.createElement("z"));
        } catch (DOMException e) {
            System.out.println("DOMException " + e.code);
        }
        try {
            d.appendChild(d.createElement("second"));
        } catch (DOMException e) {
            System.out.println("DOMException " + e.code);
        }
        try {
            copy.appendChild(root);
        } catch (DOMException e) {
            System.out.println("DOMException " + e.code);
        }
        Document ns = parse("<p:a xmlns:p='urn:p' p:k='v'><p:b/></p:a>");
        Element a = ns.getDocumentElement();
        System.out.println(
                a.getNamespaceURI()
                        + " "
                        + a.getLocalName()
                        + " "
                        + a.getPrefix()
                        + " "
                        + a.getAttributeNS("urn:p", "k")
                        + " "
                        + a.getElementsByTagNameNS("urn:p", "b").getLength()
                        + " "
                        + a.getElementsByTagNameNS("*", "b").getLength());
        Document t = parse("<t>one<![CDATA[<two>]]>three</t>");
        System.out.println(
                t.getDocumentElement().getChildNodes().getLength()
                        + " "
                        + t.getDocumentElement().getTextContent());
        Text text = (Text) t.getDocumentElement().getFirstChild();
        t.getDocumentElement().appendChild(t.createTextNode(" four"));
        System.out.println(
                t.getDocumentElement().getChildNodes().getLength() + " " + text.getData());
        t.getDocumentElement().normalize();
        System.out.println(t.getDocumentElement().getChildNodes().getLength());
        text.appendData("!");
        text.insertData(0, ">");
        text.deleteData(1, 2);
        System.out.println(text.getData());
        try {
            parse("<broken>");
        } catch (org.xml.sax.SAXException e) {
            System.out.println("SAXException");
        }
        Document fresh = DocumentBuilderFactory.newInstance().newDocumentBuilder().newDocument();
        Element r = fresh.createElement("made");
        fresh.appendChild(r);
        for (int i = 0; i < 3; i++) {
            Element e = fresh.createElement("n");
            e.setAttribute("v", "" + i);
            r.appendChild(e);
        }
        System.out.println(write(fresh));
        XPath x = XPathFactory.newInstance().newXPath();
        Document q =
                parse(
                        "<lib><book price='10'><title>A</title></book><book"
                            + " price='25'><title>B</title></book><cd price='7'/></lib>");
        System.out.println(
                x.evaluate("count(//book)", q)
                        + " "
                        + x.evaluate("/lib/book[2]/title", q)
                        + " "
                        + x.evaluate("//book[@price > 15]/title/text()", q)
                        + " "
                        + x.evaluate("sum(//@price)", q)
                        + " "
                        + x.evaluate("name(/lib/*[last()])", q)
                        + " "
                        + x.evaluate("concat('a', string-length('bcd'))", q)
                        + " "
                        + x.evaluate("boolean(//dvd)", q));
        NodeList found = (NodeList) x.evaluate("//@price", q, XPathConstants.NODESET);
        StringBuilder sb = new StringBuilder();
        for (int i = 0; i < found.getLength(); i++)
            sb.append(found.item(i).getNodeValue()).append(' ');
        System.out.println(sb + "" + x.compile("2 * 21").evaluate(q, XPathConstants.NUMBER));
        try {
            x.compile("///[");
        } catch (XPathExpressionException e) {
            System.out.println("XPathExpressionException");
        }
        String sheet =
                "<xsl:stylesheet version='1.0'"
                    + " xmlns:xsl='http://www.w3.org/1999/XSL/Transform'><xsl:output"
                    + " method='text'/><xsl:param name='p'/><xsl:template"
                    + " match='/lib'><xsl:value-of select='$p'/><xsl:for-each"
                    + " select='book'><xsl:sort select='@price' data-type='number'"
                    + " order='descending'/><xsl:value-of select='title'/>=<xsl:value-of"
                    + " select='@price'/>;</xsl:for-each><xsl:apply-templates"
                    + " select='cd'/></xsl:template><xsl:template match='cd'><xsl:if test='@price"
                    + " &lt; 10'>cheap cd</xsl:if></xsl:template></xsl:stylesheet>";
        Transformer tr =
                TransformerFactory.newInstance()
                        .newTransformer(new StreamSource(new StringReader(sheet)));
        tr.setParameter("p", "books: ");
        StringWriter w = new StringWriter();
        tr.transform(new DOMSource(q), new StreamResult(w));
        System.out.println(w);
    }
}
