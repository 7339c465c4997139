/* SPDX-License-Identifier: MIT */
#include "source_name.h"

#include "junk.h"
#include "notebook.h"

#include <assay/base/letters.h>
#include <ctype.h>
#include <fnmatch.h>
#include <string.h>

bool source_fits(const char *pattern, const char *path)
{
	if (*pattern == '/')
		return strcmp(pattern + 1, path) == 0;
	return fnmatch(pattern, as_text_last_part(path), FNM_CASEFOLD) == 0;
}

bool source_is_asked(const char *const *patterns, const char *path)
{
	for (const char *const *pattern = patterns; pattern && *pattern; pattern++)
		if (source_fits(*pattern, path))
			return true;
	return !patterns;
}

bool source_is_named(const struct as_languages *languages, const char *name)
{
	if (notebook_is_named(name))
		return true;
	for (size_t i = 0; i < languages->count; i++)
		if (junk_has_ending(name, languages->items[i].files.extensions))
			return true;
	return false;
}

/* The name without "Copy of ". */
static const char *skip_copy_of(const char *name)
{
	static const char *const words[] = {"copy of ", "kopie von ", "kopie van ", "kopia av ",
		"copie de ", "copia de ", "copia di "};

	for (size_t i = 0; i < sizeof(words) / sizeof(*words); i++)
		if (strncasecmp(name, words[i], strlen(words[i])) == 0)
			return skip_copy_of(name + strlen(words[i]));
	return name;
}

bool source_is_copy(const char *path, const char *copy)
{
	static const char *const words[] = {"copy", "kopie", "copie", "copia"};
	static const char marks[] = " -_()0123456789";
	const char *dot = strrchr(as_text_last_part(path), '.');
	const size_t stem = dot ? (size_t)(dot - path) : strlen(path);

	const char *last = as_text_last_part(copy);
	const size_t folder = (size_t)(last - copy);
	if (skip_copy_of(last) != last && strncmp(path, copy, folder) == 0 &&
		strcmp(path + folder, skip_copy_of(last)) == 0)
		return true;
	if (strncmp(path, copy, stem) != 0)
		return false;
	const char *rest = copy + stem;
	if (!*rest || !strchr(" -_(", *rest))
		return false;
	rest += strspn(rest, marks);
	for (size_t i = 0; i < sizeof(words) / sizeof(*words); i++) {
		if (strncasecmp(rest, words[i], strlen(words[i])) == 0) {
			rest += strlen(words[i]);
			break;
		}
	}
	rest += strspn(rest, marks);
	return strcasecmp(rest, dot ? dot : "") == 0;
}

void source_drop_false_ending(const struct as_languages *languages, char *name)
{
	static const char *const endings[] = {".txt", ".text", NULL};

	if (!junk_has_ending(name, endings))
		return;
	char *dot = strrchr(name, '.');
	*dot = '\0';
	if (!source_is_named(languages, name))
		*dot = '.';
}

void source_drop_number(char *name)
{
	char *dot = strrchr(name, '.');
	char *end = dot ? dot : name + strlen(name), *at = end;

	while (at > name && isdigit((unsigned char)at[-1]))
		at--;
	if (at < end && at > name + 1 && at[-1] == '-')
		memmove(at - 1, end, strlen(end) + 1);
}

/* The size of a character that is kept; 0: it is replaced. */
static size_t plain_size(const char *at, bool first)
{
	return strchr(first ? "_" : "_.-+", *at) ? 1 : as_letter_size(at, first);
}

/* Replaces a run of other characters by "_". */
static char *plain_part(char *to, const char *from, size_t length)
{
	char *begin = to;

	for (const char *end = from + length; from < end;) {
		const size_t size = plain_size(from, to == begin);
		if (size) {
			memmove(to, from, size);
			to += size;
		} else if (to == begin || to[-1] != '_') {
			*to++ = '_';
		}
		from += size ? size : 1;
	}
	return to;
}

void source_make_plain(char *path)
{
	char *to = path;

	as_letters_compose(path);
	for (const char *from = path;;) {
		const size_t length = strcspn(from, "/");
		const char after = from[length];
		to = plain_part(to, from, length);
		if (!after)
			break;
		*to++ = '/';
		from += length + 1;
	}
	*to = '\0';
	/* Of a name of symbols only the ending is left. */
	char *name = (char *)as_text_last_part(path);
	const size_t blanks = strspn(name, "_");
	if (name[blanks] == '\0' || name[blanks] == '.') {
		memmove(name + 4, name + blanks, strlen(name + blanks) + 1);
		memcpy(name, "file", 4);
	}
}
