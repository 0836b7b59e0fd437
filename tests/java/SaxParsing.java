// SAX events: elements with namespaces, attributes, text, CDATA, entities, instructions, errors.
import java.io.*;
import java.util.*;
import javax.xml.parsers.*;
import org.xml.sax.*;
import org.xml.sax.helpers.*;

public class SaxParsing {
    static class Log extends DefaultHandler {
        final StringBuilder out = new StringBuilder(), text = new StringBuilder();
        final TreeMap<String, String> maps = new TreeMap<String, String>();
        int depth;
        Locator locator;

        void flush() {
            if (text.toString().trim().length() > 0)
                out.append("text '").append(text.toString().trim()).append("' ");
            text.setLength(0);
        }

        @Override
        public void setDocumentLocator(Locator l) {
            locator = l;
        }

        @Override
        public void startDocument() {
            out.append("start ");
        }

        @Override
        public void endDocument() {
            flush();
            out.append("end");
        }

        @Override
        public void startElement(String uri, String local, String q, Attributes a) {
            flush();
            if (!maps.isEmpty()) out.append("maps ").append(maps).append(' ');
            maps.clear();
            TreeMap<String, String> sorted = new TreeMap<String, String>();
            for (int i = 0; i < a.getLength(); i++)
                sorted.put(
                        a.getQName(i).isEmpty() ? a.getLocalName(i) : a.getQName(i), a.getValue(i));
            out.append('<')
                    .append(local)
                    .append(uri.isEmpty() ? "" : "{" + uri + "}")
                    .append(sorted.isEmpty() ? "" : sorted)
                    .append(depth++)
                    .append("> ");
        }

        @Override
        public void endElement(String uri, String local, String q) {
            flush();
            depth--;
            out.append("</").append(local).append("> ");
        }

        @Override
        public void characters(char[] c, int s, int n) {
            text.append(c, s, n);
        }

        @Override
        public void processingInstruction(String t, String d) {
            flush();
            out.append("pi ").append(t).append('=').append(d).append(' ');
        }

        @Override
        public void startPrefixMapping(String p, String u) {
            maps.put(p, u);
        }
    }

    static String parse(String xml) throws Exception {
        SAXParserFactory f = SAXParserFactory.newInstance();
        f.setNamespaceAware(true);
        Log l = new Log();
        try {
            f.newSAXParser().getXMLReader().setContentHandler(l);
            XMLReader r = f.newSAXParser().getXMLReader();
            r.setContentHandler(l);
            r.setErrorHandler(new DefaultHandler());
            r.parse(new InputSource(new StringReader(xml)));
            return l.out.toString();
        } catch (SAXException e) {
            return "SAXParseException "
                    + (e instanceof SAXParseException
                            && ((SAXParseException) e).getLineNumber() > 0);
        }
    }

    public static void main(String[] args) throws Exception {
        System.out.println(
                parse(
                        "<?xml version='1.0'?><a x='1' y=\"two\"><b>text &amp; &lt;more&gt;"
                            + " &#65;&#x20ac;</b><c/><!-- comment --><![CDATA[<raw> &"
                            + " data]]></a>"));
        System.out.println(
                parse(
                        "<n:a xmlns:n='urn:n' xmlns='urn:d' n:attr='v'><b"
                            + " xmlns='urn:e'><n:c/></b></n:a>"));
        System.out.println(parse("<?go fast?><a><?style type='x'?></a>"));
        System.out.println(parse("<!DOCTYPE a [<!ENTITY who 'the world'>]><a>hello &who;!</a>"));
        System.out.println(parse("<a>line1\r\nline2\n  <b attr='a\nb'/></a>"));
        for (String bad :
                new String[] {
                    "",
                    "<a>",
                    "<a></b>",
                    "<a><b></a></b>",
                    "<a x=1/>",
                    "<a>&unknown;</a>",
                    "<a/><b/>",
                    "text",
                    "<a x='1' x='2'/>",
                    "<n:a/>"
                }) System.out.println(bad + " -> " + parse(bad));
        StringBuilder deep = new StringBuilder();
        for (int i = 0; i < 200; i++) deep.append("<e").append(i).append('>');
        deep.append("bottom");
        for (int i = 199; i >= 0; i--) deep.append("</e").append(i).append('>');
        System.out.println(parse(deep.toString()).length());
        StringBuilder big = new StringBuilder("<list>");
        for (int i = 0; i < 1000; i++)
            big.append("<item id='").append(i).append("'>").append(i * i).append("</item>");
        big.append("</list>");
        final long[] sum = new long[2];
        SAXParserFactory.newInstance()
                .newSAXParser()
                .parse(
                        new ByteArrayInputStream(big.toString().getBytes("UTF-8")),
                        new DefaultHandler() {
                            StringBuilder t = new StringBuilder();

                            @Override
                            public void startElement(String u, String l, String q, Attributes a) {
                                t.setLength(0);
                                if (a.getValue("id") != null)
                                    sum[0] += Integer.parseInt(a.getValue("id"));
                            }

                            @Override
                            public void characters(char[] c, int s, int n) {
                                t.append(c, s, n);
                            }

                            @Override
                            public void endElement(String u, String l, String q) {
                                if (t.length() > 0) sum[1] += Long.parseLong(t.toString());
                                t.setLength(0);
                            }
                        });
        System.out.println(sum[0] + " " + sum[1]);
        byte[] latin =
                "<?xml version='1.0' encoding='ISO-8859-1'?><a>\u00e9\u00fc</a>"
                        .getBytes("ISO-8859-1");
        Log l = new Log();
        InputSource source = new InputSource(new ByteArrayInputStream(latin));
        source.setEncoding("ISO-8859-1");
        SAXParserFactory.newInstance().newSAXParser().parse(source, l);
        System.out.println(l.out.toString().contains("éü"));
        try {
            SAXParserFactory.newInstance()
                    .newSAXParser()
                    .parse(
                            new ByteArrayInputStream("<a><b/></a>".getBytes()),
                            new DefaultHandler() {
                                @Override
                                public void startElement(
                                        String u, String ln, String q, Attributes a)
                                        throws SAXException {
                                    if (q.equals("b") || ln.equals("b"))
                                        throw new SAXException("stopped by the handler");
                                }
                            });
        } catch (SAXException e) {
            System.out.println(e.getMessage());
        }
    }
}
