/* SPDX-License-Identifier: MIT */
/*
 * A submission that includes or opens another file of its folder fails if that file is left out
 * because of its ending. The failure names the file and not the cause, so a note names both. Files
 * that no source mentions, such as a README, cause no note.
 */
#include "sources_read.h"

#include <assay/program/language.h>

#include <string.h>

static bool is_kept(const struct as_language *language, const char *name)
{
	return as_language_is_source(language, name) || as_language_is_companion(language, name);
}

/* True if the text contains the name in quotes, or as the last part of a path in quotes. */
static bool mentions(const struct as_bytes *text, const char *name)
{
	const size_t length = strlen(name);
	const char *at = text->data, *const end = at + text->size;

	while (at && (at = memmem(at, (size_t)(end - at), name, length))) {
		const char before = at > text->data ? at[-1] : '\0';
		at += length;
		if (before && strchr("\"'`</\\", before) && at < end && *at && strchr("\"'`>", *at))
			return true;
	}
	return false;
}

static bool is_mentioned(
	const struct as_language *language, const struct as_sources *sources, const char *path)
{
	for (size_t i = 0; i < sources->count; i++)
		if (is_kept(language, sources->files[i].name) &&
			mentions(&sources->files[i].data, as_text_last_part(path)))
			return true;
	return false;
}

int as_language_note_mentioned(
	const struct as_language *language, struct as_sources *sources, struct as_error *error)
{
	struct as_left_names left = {0};

	for (size_t i = 0; !sources->single && i < sources->count; i++) {
		const char *name = sources->files[i].name;
		if (!is_kept(language, name) && is_mentioned(language, sources, name))
			as_left_names_add(&left, name);
	}
	AS_AUTO_FREE char *names = left.count ? as_left_names_text(&left, error) : NULL;
	if (!left.count)
		return 0;
	return names ? as_sources_note(sources, error,
			       "left out because of the ending: %s; only files with the endings of "
			       "%s are kept",
			       names, language->name)
		     : -1;
}
