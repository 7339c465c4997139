/* SPDX-License-Identifier: MIT */
/*
 * Removes bytes that some compilers reject and that do not belong to the program: a byte order
 * mark, and characters in an older encoding. The digest still covers the original bytes.
 */
#include "detect.h"

#include <assay/base/encoding.h>
#include <ctype.h>
#include <string.h>

#define SHOWN_NAMES 3

/* "# -*- coding: latin-1 -*-": Python and Ruby read such a file as it is. */
static bool names_encoding(const struct as_line *line)
{
	static const char word[] = "coding";
	const char *at =
		as_line_begins(line, "#")
			? memmem(line->at, (size_t)(line->end - line->at), word, strlen(word))
			: NULL;

	if (!at || (at += strlen(word)) >= line->end || (*at != ':' && *at != '='))
		return false;
	do
		at++;
	while (at < line->end && isblank((unsigned char)*at));
	const struct as_line name = {at, line->end};
	return !as_line_begins(&name, "utf-8") && !as_line_begins(&name, "utf8");
}

static bool has_encoding(const struct as_bytes *text)
{
	struct as_line line;
	size_t at = as_bom_size(text);

	for (int i = 0; i < 2 && as_line_next(text, &at, &line); i++)
		if (names_encoding(&line))
			return true;
	return false;
}

static bool is_recoded(const struct as_language *language, const struct as_bytes *text)
{
	return language->needs.utf8 && !as_text_is_utf8(text->data, text->size) &&
	       !memchr(text->data, '\0', text->size) && !has_encoding(text);
}

/* The first few names, for a note. */
struct names {
	char text[400];
	size_t count;
};

static void add_name(struct names *names, const char *name)
{
	const size_t used = strlen(names->text);

	if (names->count++ < SHOWN_NAMES)
		snprintf(names->text + used, sizeof(names->text) - used, "%s%.100s",
			used ? ", " : "", name);
}

static void end_names(struct names *names)
{
	const size_t used = strlen(names->text);

	if (names->count > SHOWN_NAMES)
		snprintf(names->text + used, sizeof(names->text) - used, " and %zu more",
			names->count - SHOWN_NAMES);
}

static bool reads(const struct as_language *language, const struct as_bytes *text)
{
	return language->needs.utf16 && text->size >= 2 &&
	       (memcmp(text->data, "\xff\xfe", 2) == 0 || memcmp(text->data, "\xfe\xff", 2) == 0);
}

/* Some compilers read UTF-16, so such sources are not refused. */
static int note_wide(struct as_sources *sources, struct names *wide, const char *encoding,
	struct as_error *error)
{
	end_names(wide);
	return wide->count ? as_sources_note(sources, error, "%s %s saved as %s; save %s as UTF-8",
				     wide->text, wide->count == 1 ? "is" : "are", encoding,
				     wide->count == 1 ? "it" : "them")
			   : 0;
}

static int note_names(struct as_sources *sources, struct names *recoded, struct names wide[2],
	struct as_error *error)
{
	end_names(recoded);
	if (note_wide(sources, &wide[0], "UTF-16", error) ||
		note_wide(sources, &wide[1], "UTF-32", error))
		return -1;
	return recoded->count ? as_sources_note(sources, error,
					"not UTF-8, and read as Windows-1252: %s; save it as UTF-8",
					recoded->text)
			      : 0;
}

static int replace(struct as_sources *sources, struct as_source *file, size_t bom, bool recode,
	struct as_error *error)
{
	const char *text = file->data.data + bom;
	const size_t size = file->data.size - bom;
	struct as_bytes data = {0};

	if (recode) {
		if (as_text_from_windows_1252(text, size, &data, error))
			return -1;
	} else {
		data = (struct as_bytes){malloc(size + 1), size};
		if (!data.data)
			return as_error_no_memory(error);
		memcpy(data.data, text, size);
		data.data[size] = '\0';
	}
	sources->size_bytes += data.size;
	sources->size_bytes -= file->data.size;
	file->original = file->data;
	file->data = data;
	return 0;
}

int as_language_recode(
	const struct as_language *language, struct as_sources *sources, struct as_error *error)
{
	struct names recoded = {0}, wide[2] = {{.count = 0}, {.count = 0}};

	for (size_t i = 0; i < sources->count; i++) {
		struct as_source *file = &sources->files[i];
		const size_t bom = as_bom_size(&file->data);
		bool is_code = sources->single || as_language_is_source(language, file->name) ||
			       as_language_is_companion(language, file->name);
		bool recode = is_code && is_recoded(language, &file->data);
		const char *encoding =
			is_code ? as_text_wide_encoding(file->data.data, file->data.size) : NULL;
		if (encoding && !(strcmp(encoding, "UTF-16") == 0 && reads(language, &file->data)))
			add_name(&wide[strcmp(encoding, "UTF-32") == 0], file->name);
		if (!is_code || file->original.data || (!bom && !recode))
			continue;
		if (replace(sources, file, bom, recode, error))
			return -1;
		if (recode)
			add_name(&recoded, file->name);
	}
	return note_names(sources, &recoded, wide, error);
}
