/* What is in an app: manifest, components, permissions, resources, texts, layouts. */
#include "cli/inspect_app.h"

#include "apk/axml.h"
#include "apk/manifest.h"
#include "apk/resources.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int failed(Zip *zip)
{
    int code = complain(EXIT_UNREADABLE, "%s", error_text());
    zip_close(zip);
    return code;
}

/* The app's table; *arsc is NULL (and OK) when it has none. */
static int open_table(Zip *zip, Buf *bytes, Arsc **arsc)
{
    const ZipEntry *entry = zip_find(zip, "resources.arsc");
    *arsc = NULL;
    if (!entry)
        return OK;
    int status = zip_read(zip, entry, bytes);
    return status ? status : arsc_open(arsc, "resources.arsc", bytes->data, bytes->size);
}

/* ---- summary --------------------------------------------------------------------------- */

static void count_resources(Buf *out, const Arsc *arsc)
{
    for (u32 i = 0; arsc && i < arsc->package_count; i++) {
        const ArscPackage *package = &arsc->packages[i];
        buf_printf(out, "resources (%s)\n", package->name);
        for (u32 j = 0; j < package->type_count; j++) {
            const ArscType *type = &package->type_list[j];
            Buf name = { 0 };
            string_pool_append(&name, &package->types, type->id - 1u - package->type_id_offset);
            buf_printf(out, "  %-14s %5u in %u configurations\n", buf_str(&name), type->entry_count, type->variant_count);
            buf_free(&name);
        }
    }
}

static void print_components(Buf *out, const Manifest *manifest)
{
    buf_printf(out, "components (%u)\n", manifest->component_count);
    for (u32 i = 0; i < manifest->component_count; i++) {
        const Component *c = &manifest->components[i];
        buf_printf(out, "  %-9s %s%s%s", component_kind_name(c->kind), c->name, c->launcher ? "  [launcher]" : "", c->disabled ? "  [disabled]" : "");
        if (c->label)
            buf_printf(out, "  \"%s\"", c->label);
        buf_add_char(out, '\n');
    }
}

int inspect_summary(const char *path)
{
    Zip *zip = NULL;
    Manifest *m;
    Buf bytes = { 0 }, out = { 0 };
    Arsc *arsc;
    if (zip_open(&zip, path) || manifest_read(&m, zip))
        return failed(zip);
    buf_printf(&out, "%s\n", m->label ? m->label : m->package);
    buf_printf(&out, "package      %s\n", m->package);
    buf_printf(&out, "version      %s (%lld)\n", m->version_name ? m->version_name : "-", (long long)m->version_code);
    if (m->min_sdk_name)
        buf_printf(&out, "API levels   from %s, made for %d\n", m->min_sdk_name, m->target_sdk);
    else
        buf_printf(&out, "API levels   from %d, made for %d\n", m->min_sdk, m->target_sdk);
    const Component *launcher = manifest_launcher(m);
    buf_printf(&out, "starts with  %s\n", launcher ? launcher->name : "- (no launcher activity)");
    buf_printf(&out, "permissions (%u)\n", m->permission_count);
    for (u32 i = 0; i < m->permission_count; i++)
        buf_printf(&out, "  %s\n", m->permissions[i]);
    print_components(&out, m);
    int code = EXIT_DONE;
    if (open_table(zip, &bytes, &arsc))
        code = complain(EXIT_UNREADABLE, "%s", error_text());
    else
        count_resources(&out, arsc);
    fputs(buf_str(&out), stdout);
    arsc_free(arsc);
    manifest_free(m);
    buf_free(&bytes);
    buf_free(&out);
    zip_close(zip);
    return code;
}

/* ---- the parts --------------------------------------------------------------------------- */

static int show_xml(Zip *zip, const ZipEntry *entry)
{
    Buf bytes = { 0 }, out = { 0 };
    Axml xml;
    int status = zip_read(zip, entry, &bytes);
    if (!status)
        status = axml_open(&xml, entry->name, bytes.data, bytes.size);
    if (!status)
        status = axml_print(&out, &xml);
    fwrite(buf_str(&out), 1, out.size, stdout);
    buf_free(&out);
    buf_free(&bytes);
    return status;
}

/* Text XML lies beside binary XML in res/raw and assets. */
static bool is_binary_xml(Zip *zip, const ZipEntry *entry)
{
    Buf bytes = { 0 };
    bool binary = entry->name_length > 4 && !strcmp(entry->name + entry->name_length - 4, ".xml") && entry->size >= 8
        && !zip_read(zip, entry, &bytes) && le16(bytes.data) == CHUNK_XML;
    buf_free(&bytes);
    return binary;
}

int inspect_xml(const char *path, const char *name)
{
    Zip *zip = NULL;
    int code = EXIT_DONE;
    if (zip_open(&zip, path))
        return failed(zip);
    const ZipEntry *only = name ? zip_find(zip, name) : NULL;
    if (name && !only)
        code = complain(EXIT_NOT_REPRODUCED, "%s: there is no %s in it", path, name);
    else if (only && show_xml(zip, only))
        code = complain(EXIT_UNREADABLE, "%s", error_text());
    for (u32 i = 0; !name && i < zip_count(zip); i++) {
        const ZipEntry *entry = zip_entry(zip, i);
        if (entry->hidden || !is_binary_xml(zip, entry))
            continue;
        printf("%s:\n", entry->name);
        if (show_xml(zip, entry))
            code = complain(EXIT_UNREADABLE, "%s", error_text());
    }
    zip_close(zip);
    return code;
}

int inspect_manifest(const char *path)
{
    return inspect_xml(path, "AndroidManifest.xml");
}

int inspect_resources(const char *path)
{
    Zip *zip = NULL;
    Buf bytes = { 0 }, out = { 0 };
    Arsc *arsc;
    if (zip_open(&zip, path) || open_table(zip, &bytes, &arsc)) {
        buf_free(&bytes);
        return failed(zip);
    }
    if (arsc)
        arsc_print(&out, arsc, true);
    fwrite(buf_str(&out), 1, out.size, stdout);
    buf_free(&out);
    arsc_free(arsc);
    buf_free(&bytes);
    zip_close(zip);
    return EXIT_DONE;
}

/* Every text of the app, with its name and configuration. */
int inspect_strings(const char *path)
{
    Zip *zip = NULL;
    Buf bytes = { 0 }, out = { 0 };
    Arsc *arsc;
    if (zip_open(&zip, path) || open_table(zip, &bytes, &arsc)) {
        buf_free(&bytes);
        return failed(zip);
    }
    for (u32 i = 0; arsc && i < arsc->package_count; i++) {
        const ArscPackage *package = &arsc->packages[i];
        u32 strings = string_pool_find(&package->types, "string", 6);
        for (u32 j = 0; j < package->type_count; j++) {
            const ArscType *type = &package->type_list[j];
            if (type->id != strings + 1 + package->type_id_offset)
                continue;
            for (u32 k = 0; k < type->variant_count; k++)
                for (u32 place = 0; place < arsc_variant_places(&type->variants[k]); place++) {
                    ArscEntry entry;
                    ResValue value;
                    PoolText text;
                    u32 index;
                    if (!arsc_variant_place(&type->variants[k], place, &index, &entry) || entry.flags & ENTRY_COMPLEX
                        || !arsc_entry_value(&entry, &value) || value.type != VALUE_STRING || !string_pool_text(&arsc->values, value.data, &text))
                        continue;
                    string_pool_append(&out, &package->keys, entry.key);
                    buf_add_char(&out, '\t');
                    res_config_append(&out, &type->variants[k].config);
                    buf_add_str(&out, "\t\"");
                    arsc_print_quoted(&out, &text);
                    buf_add_str(&out, "\"\n");
                }
        }
    }
    fwrite(buf_str(&out), 1, out.size, stdout);
    buf_free(&out);
    arsc_free(arsc);
    buf_free(&bytes);
    zip_close(zip);
    return EXIT_DONE;
}
