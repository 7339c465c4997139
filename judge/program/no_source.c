/* SPDX-License-Identifier: MIT */
/*
 * Names the format of files that no compiler reads. The first bytes decide; the ending only
 * distinguishes formats that are zip archives. Bytes with which a text can begin decide only if the
 * file is not text: "MZ = 5" is Python.
 */
#include "workshop.h"

#include <assay/base/encoding.h>
#include <assay/base/fit.h>
#include <assay/package/zip_text.h>
#include <assay/program/no_source.h>

#include <ctype.h>
#include <string.h>
#include <strings.h>

#define PACK_AGAIN "submit the files themselves, or pack them again as a zip archive"
#define AS_TEXT "submit the source as a text file"
#define AS_UTF8 "save it as UTF-8"
#define UNCOMPILED "submit the source that it was made from"
#define EXPORTED "save its code as a file with the usual ending, such as .py, and submit that"
/* Longer names are cut in messages. */
#define SHOWN_BYTES 80

/* A format of files that are not sources. */
struct format {
	const char *name, *remedy;
};

/* ---- the content ---- */

static bool begins_with(const struct as_bytes *data, const char *magic, size_t length)
{
	return data->size >= length && memcmp(data->data, magic, length) == 0;
}

static bool is_text(const struct as_bytes *data)
{
	return !memchr(data->data, '\0', data->size) && as_text_is_utf8(data->data, data->size);
}

/* UTF-16 and UTF-32 with a byte order mark: some compilers read them. */
static bool has_wide_mark(const struct as_bytes *data)
{
	return begins_with(data, "\xff\xfe", 2) || begins_with(data, "\xfe\xff", 2) ||
	       begins_with(data, "\0\0\xfe\xff", 4);
}

static bool is_notebook(const struct as_bytes *data)
{
	size_t at = 0;

	while (at < data->size && isspace((unsigned char)data->data[at]))
		at++;
	return at < data->size && data->data[at] == '{' &&
	       memmem(data->data, data->size, "\"nbformat\"", 10) &&
	       memmem(data->data, data->size, "\"cells\"", 7);
}

/* Documents and programs by their first bytes. */
static bool find_by_magic(const struct as_bytes *data, struct format *format)
{
	static const struct {
		size_t length;
		const char *magic;
		bool is_weak; /* a text can begin with it */
		struct format format;
	} known[] = {
		{5, "%PDF-", false, {"a PDF document", AS_TEXT}},
		{5, "{\\rtf", false, {"an RTF document", AS_TEXT}},
		{8, "\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1", false,
			{"a document of Microsoft Office", AS_TEXT}},
		{4, "\xca\xfe\xba\xbe", false, {"a compiled Java class", UNCOMPILED}},
		{4,
			"\x7f"
			"ELF",
			false, {"a compiled program", UNCOMPILED}},
		{4, "\xcf\xfa\xed\xfe", false, {"a compiled program", UNCOMPILED}},
		{2, "MZ", true, {"a compiled program", UNCOMPILED}},
		{8, "\x89PNG\r\n\x1a\n", false, {"an image", AS_TEXT}},
		{3, "\xff\xd8\xff", false, {"an image", AS_TEXT}},
		{4, "GIF8", true, {"an image", AS_TEXT}},
		{2, "BM", true, {"an image", AS_TEXT}},
	};

	for (size_t i = 0; i < sizeof(known) / sizeof(*known); i++)
		if (begins_with(data, known[i].magic, known[i].length) &&
			!(known[i].is_weak && is_text(data))) {
			*format = known[i].format;
			return true;
		}
	return false;
}

static bool is_zip(const struct as_bytes *data)
{
	return begins_with(data, "PK\3\4", 4) || begins_with(data, "PK\5\6", 4);
}

static struct format format_of_zip(const char *name)
{
	static const struct {
		const char *ending;
		struct format format;
	} known[] = {
		{".docx", {"a Word document", AS_TEXT}},
		{".xlsx", {"an Excel document", AS_TEXT}},
		{".pptx", {"a PowerPoint document", AS_TEXT}},
		{".odt", {"an OpenDocument file", AS_TEXT}},
		{".ods", {"an OpenDocument file", AS_TEXT}},
		{".pages", {"a Pages document", AS_TEXT}},
		{".jar", {"a Java archive", UNCOMPILED}},
	};
	const char *dot = strrchr(name, '.');

	for (size_t i = 0; dot && i < sizeof(known) / sizeof(*known); i++)
		if (strcasecmp(dot, known[i].ending) == 0)
			return known[i].format;
	return (struct format){"a zip archive",
		"submit the files themselves, or only the archive, with a name that ends in .zip"};
}

/* ---- a file ---- */

/* True, with *format, if the file is not a source. */
static bool find_format(const struct as_source *file, struct format *format)
{
	const struct as_bytes *data = &file->data;
	const char *archive = is_text(data) ? NULL : as_zip_other_format(data->data, data->size);
	const char *dot = strrchr(file->name, '.');

	if (archive) {
		*format = (struct format){archive, PACK_AGAIN};
		return true;
	}
	if (is_zip(data)) {
		*format = format_of_zip(file->name);
		return true;
	}
	if (find_by_magic(data, format))
		return true;
	if (is_notebook(data)) {
		*format = (struct format){"a Jupyter notebook", EXPORTED};
		return true;
	}
	if (has_wide_mark(data) || !memchr(data->data, '\0', data->size))
		return false;
	const char *wide = as_text_wide_encoding(data->data, data->size);
	if (wide) {
		*format = (struct format){wide, AS_UTF8};
		return true;
	}
	const bool is_python =
		dot && (strcasecmp(dot, ".pyc") == 0 || strcasecmp(dot, ".pyo") == 0);
	*format = is_python ? (struct format){"compiled Python", UNCOMPILED}
			    : (struct format){NULL, AS_TEXT};
	return true;
}

static char *say(const struct as_source *file, const struct format *format, struct as_error *error)
{
	const int length = as_text_fit(file->name, SHOWN_BYTES);
	const bool is_archive = strcmp(format->remedy, PACK_AGAIN) == 0;

	if (!format->name)
		return as_text_format(error, "%.*s is not text, and not a source; %s", length,
			file->name, format->remedy);
	if (strcmp(format->remedy, AS_UTF8) == 0)
		return as_text_format(error, "%.*s is saved as %s without a byte-order mark; %s",
			length, file->name, format->name, format->remedy);
	return as_text_format(error, "%.*s is %s, not a %s; %s", length, file->name, format->name,
		is_archive ? "zip archive" : "source", format->remedy);
}

/* ---- a submission ---- */

static bool is_source(const struct as_sources *sources, const struct as_languages *languages,
	const struct as_language *language, const struct as_source *file)
{
	if (sources->single)
		return true;
	return language ? as_language_is_source(language, file->name)
			: as_source_is_program(file, languages);
}

static bool is_packed_submission(const struct as_sources *sources)
{
	return sources->single && sources->count == 1 && is_zip(&sources->files[0].data) &&
	       as_archive_is_named(sources->files[0].name);
}

int as_sources_are_none(const struct as_sources *sources, const struct as_languages *languages,
	const struct as_language *language, char **text, struct as_error *error)
{
	const struct as_source *first = NULL;
	struct format format, first_format = {0};

	*text = NULL;
	if (is_packed_submission(sources))
		return 0;
	for (size_t i = 0; i < sources->count; i++) {
		const struct as_source *file = &sources->files[i];
		if (!find_format(file, &format)) {
			if (is_source(sources, languages, language, file))
				return 0;
		} else if (!first) {
			first = file;
			first_format = format;
		}
	}
	if (!first)
		return 0;
	*text = say(first, &first_format, error);
	return *text ? 1 : -1;
}
