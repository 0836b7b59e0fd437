/*
 * Makers: the ways to a value of a type, with weights. In this order of
 * preference: constructors of the type, its static factories and constants, its
 * subclasses on the class path, well-known classes of the JDK, and methods of
 * the class path that return it.
 */
#include "testgen/program.h"

#include "testgen/stub.h"

#include <stdlib.h>
#include <string.h>

enum {
    WEIGHT_CONSTRUCTOR = 12, WEIGHT_FACTORY = 4, WEIGHT_CONSTANT = 4, WEIGHT_SUBCLASS = 3, WEIGHT_RETURNS = 1, WEIGHT_STUB = 6, WEIGHT_PREFERRED = 40,
    MAX_SUBCLASSES = 60, MAX_RETURNING = 24,
};

/* What stands for an interface or an abstract class of the JDK. */
static const struct { const char *type, *made; } stand_ins[] = {
    { "java/util/Collection", "java/util/ArrayList" }, { "java/util/Collection", "java/util/HashSet" },
    { "java/util/Collection", "java/util/LinkedList" }, { "java/lang/Iterable", "java/util/ArrayList" },
    { "java/util/List", "java/util/ArrayList" }, { "java/util/List", "java/util/LinkedList" },
    { "java/util/List", "java/util/Vector" },
    { "java/util/Set", "java/util/HashSet" }, { "java/util/Set", "java/util/TreeSet" },
    { "java/util/SortedSet", "java/util/TreeSet" }, { "java/util/Queue", "java/util/LinkedList" },
    { "java/util/Map", "java/util/HashMap" }, { "java/util/Map", "java/util/TreeMap" },
    { "java/util/Map", "java/util/Hashtable" }, { "java/util/SortedMap", "java/util/TreeMap" },
    { "java/util/Dictionary", "java/util/Hashtable" }, { "java/util/AbstractMap", "java/util/HashMap" },
    { "java/io/InputStream", "java/io/ByteArrayInputStream" }, { "java/io/OutputStream", "java/io/ByteArrayOutputStream" },
    { "java/io/Reader", "java/io/StringReader" }, { "java/io/Writer", "java/io/StringWriter" },
    { "java/lang/Number", "java/lang/Integer" }, { "java/lang/Number", "java/lang/Double" },
    { "java/lang/Comparable", "java/lang/Integer" }, { "java/io/Serializable", "java/lang/Integer" },
    { "java/util/Calendar", "java/util/GregorianCalendar" }, { "java/util/TimeZone", "java/util/SimpleTimeZone" },
    { "java/text/DateFormat", "java/text/SimpleDateFormat" }, { "java/text/NumberFormat", "java/text/DecimalFormat" },
    { "java/text/Format", "java/text/DecimalFormat" }, { "java/text/Format", "java/text/SimpleDateFormat" },
    { "java/lang/ClassLoader", "java/net/URLClassLoader" },
    { "java/lang/Object", "java/lang/Object" }, { "java/lang/Object", "java/lang/Integer" },
    { "java/lang/Object", "java/util/ArrayList" }, { "java/lang/Object", "java/util/HashMap" },
    { "java/lang/Throwable", "java/lang/RuntimeException" }, { "java/lang/Exception", "java/lang/RuntimeException" },
    { "java/lang/Appendable", "java/lang/StringBuilder" }, { "java/security/Principal", "javax/security/auth/x500/X500Principal" },
};

/* What of the JDK is had by asking another object of it. */
static const struct { const char *type, *owner, *method, *descriptor; } producers[] = {
    { "javax/xml/parsers/DocumentBuilder", "javax/xml/parsers/DocumentBuilderFactory", "newDocumentBuilder", "()Ljavax/xml/parsers/DocumentBuilder;" },
    { "org/w3c/dom/Document", "javax/xml/parsers/DocumentBuilder", "newDocument", "()Lorg/w3c/dom/Document;" },
    { "org/w3c/dom/Element", "org/w3c/dom/Document", "createElement", "(Ljava/lang/String;)Lorg/w3c/dom/Element;" },
    { "org/w3c/dom/Text", "org/w3c/dom/Document", "createTextNode", "(Ljava/lang/String;)Lorg/w3c/dom/Text;" },
    { "org/w3c/dom/Attr", "org/w3c/dom/Document", "createAttribute", "(Ljava/lang/String;)Lorg/w3c/dom/Attr;" },
    { "org/w3c/dom/Node", "org/w3c/dom/Document", "createElement", "(Ljava/lang/String;)Lorg/w3c/dom/Element;" },
    { "org/w3c/dom/Node", "org/w3c/dom/Document", "createComment", "(Ljava/lang/String;)Lorg/w3c/dom/Comment;" },
    { "org/w3c/dom/NodeList", "org/w3c/dom/Node", "getChildNodes", "()Lorg/w3c/dom/NodeList;" },
    { "javax/xml/parsers/SAXParser", "javax/xml/parsers/SAXParserFactory", "newSAXParser", "()Ljavax/xml/parsers/SAXParser;" },
    { "org/xml/sax/XMLReader", "javax/xml/parsers/SAXParser", "getXMLReader", "()Lorg/xml/sax/XMLReader;" },
    { "java/util/Iterator", "java/util/ArrayList", "iterator", "()Ljava/util/Iterator;" },
    { "java/util/ListIterator", "java/util/ArrayList", "listIterator", "()Ljava/util/ListIterator;" },
    { "java/util/Enumeration", "java/util/Vector", "elements", "()Ljava/util/Enumeration;" },
    { "java/lang/ClassLoader", "java/lang/Class", "getClassLoader", "()Ljava/lang/ClassLoader;" },
    { "java/util/regex/Matcher", "java/util/regex/Pattern", "matcher", "(Ljava/lang/CharSequence;)Ljava/util/regex/Matcher;" },
};

static void add(Makers *m, Maker maker)
{
    if (m->count == m->room) {
        m->room = m->room ? m->room * 2 : 8;
        m->items = xrealloc(m->items, (size_t)m->room * sizeof *m->items);
    }
    m->items[m->count++] = maker;
    m->weight += maker.weight;
}

static void add_constructors(Program *p, Makers *m, const Class *c, int weight)
{
    if (c->access & (ACC_ABSTRACT | ACC_INTERFACE | ACC_ENUM) || !program_can_name(p, c))
        return;
    /* An inner class of an object needs syntax of its own; its outer's methods make it. */
    if (c->def && c->def->is_inner && !(c->def->inner_access & ACC_STATIC))
        return;
    for (u32 i = 0; i < c->method_count; i++) {
        Method *method = &c->methods[i];
        if (!(method->flags & METHOD_CONSTRUCTOR) || method_is_static(method) || !program_can_use(p, c, method->access))
            continue;
        const Callable *call = program_callable(p, method);
        if (call)
            add(m, (Maker){ MAKE_CALL, call, NULL, weight, NULL });
    }
}

static void add_statics(Program *p, Makers *m, const Class *c, const Class *type)
{
    if (!program_can_name(p, c))
        return;
    for (u32 i = 0; i < c->method_count; i++) {
        Method *method = &c->methods[i];
        if (!method_is_static(method) || method->flags & METHOD_CONSTRUCTOR || method->return_kind != 'L' || !program_can_use(p, c, method->access))
            continue;
        const Callable *call = program_callable(p, method);
        if (call && call->result && vm_is_subclass(call->result, type))
            add(m, (Maker){ MAKE_CALL, call, NULL, WEIGHT_FACTORY, NULL });
    }
    for (u32 i = 0; i < c->field_count; i++) {
        Field *f = &c->fields[i];
        if (!(f->access & ACC_STATIC) || f->kind != 'L' || !program_can_use(p, c, f->access))
            continue;
        Class *ft = vm_descriptor_class(p->thread, c->loader, f->descriptor->text, f->descriptor->length);
        if (!ft)
            vm_take_exception(p->thread);
        else if (vm_is_subclass(ft, type) && program_can_name(p, ft))
            add(m, (Maker){ MAKE_FIELD, NULL, f, WEIGHT_CONSTANT, NULL });
    }
}

static void add_subclasses(Program *p, Makers *m, const char *name, Class *type, int depth, int *left)
{
    const ProgramClass *c = map_get(&p->classes, name);
    for (u32 i = 0; c && i < c->subclass_count && *left > 0 && depth < 6; i++) {
        const ClassDef *def = c->subclasses[i]->def;
        Class *sub = program_load(p, def->name->text);
        --*left;
        if (sub && vm_is_subclass(sub, type)) {
            int before = m->count;
            add_constructors(p, m, sub, WEIGHT_SUBCLASS);
            if (m->count == before)
                add_statics(p, m, sub, type);
        }
        add_subclasses(p, m, def->name->text, type, depth + 1, left);
    }
}

static void add_producers(Program *p, Makers *m, const Class *type)
{
    for (size_t i = 0; i < COUNT_OF(producers); i++) {
        Class *owner = strcmp(producers[i].type, type->name->text) ? NULL : program_load(p, producers[i].owner);
        Method *method = owner ? vm_method(owner, producers[i].method, producers[i].descriptor) : NULL;
        const Callable *call = method ? program_callable(p, method) : NULL;
        if (call && call->result)
            add(m, (Maker){ MAKE_CALL, call, NULL, WEIGHT_CONSTRUCTOR, NULL });
    }
}

static void add_returning(Program *p, Makers *m, const Class *type)
{
    const ReturnList *list = map_get(&p->returning, type->name->text);
    int left = MAX_RETURNING;
    for (u32 i = 0; list && i < list->count && left > 0; i++) {
        const MethodDef *def = list->methods[i];
        if (list->owners[i]->name == type->name && def->access & ACC_STATIC)
            continue;   /* one of its own factories */
        Class *owner = program_load(p, list->owners[i]->name->text);
        if (!owner || owner == type || !program_can_name(p, owner) || !program_can_use(p, owner, def->access))
            continue;
        Method *method = vm_declared_method(owner, def->name->text, def->descriptor->text);
        const Callable *call = method ? program_callable(p, method) : NULL;
        if (!call || !call->result)
            continue;
        add(m, (Maker){ MAKE_CALL, call, NULL, WEIGHT_RETURNS, NULL });
        left--;
    }
}

const Makers *program_makers(Program *p, Class *type)
{
    void *key = type;
    Makers *m = map_get_n(&p->makers, (const char *)&key, sizeof key);
    if (m)
        return m;
    m = xcalloc(1, sizeof *m);
    *map_slot_n(&p->makers, (const char *)&key, sizeof key) = m;
    const char *name = type->name->text;
    add_constructors(p, m, type, WEIGHT_CONSTRUCTOR);
    add_statics(p, m, type, type);
    for (size_t i = 0; i < COUNT_OF(stand_ins); i++) {
        Class *made = strcmp(stand_ins[i].type, name) ? NULL : program_load(p, stand_ins[i].made);
        if (made && made != type)
            add_constructors(p, m, made, WEIGHT_SUBCLASS);
    }
    add_producers(p, m, type);
    if (type != p->object) {
        int left = MAX_SUBCLASSES;
        add_subclasses(p, m, name, type, 0, &left);
        add_returning(p, m, type);
    }
    /* Interfaces of the JDK have well-known implementations; those of the program may want to be told. */
    const Stub *stub = (m->count && type->flags & CLASS_BOOT && type->access & ACC_ABSTRACT) || !program_can_name(p, type) ? NULL : stub_of(p, type);
    if (stub)
        add(m, (Maker){ .kind = MAKE_STUB, .weight = WEIGHT_STUB, .stub = stub });
    return m;
}

void program_prefer(Program *p, Class *type, const Callable *call)
{
    add((Makers *)program_makers(p, type), (Maker){ MAKE_CALL, call, NULL, WEIGHT_PREFERRED, NULL });
}
