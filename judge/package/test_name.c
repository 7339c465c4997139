/* SPDX-License-Identifier: MIT */
#include <assay/base/fit.h>
#include <assay/package/test_name.h>

#include <limits.h>
#include <string.h>

/* The endings of a test's files. */
static const char *const endings[] = {".in", ".ans", ".out", ".in.statement", ".ans.statement",
	".in.download", ".ans.download", ".interaction", ".yaml", ".hint", ".desc", ".png", ".jpg",
	".jpeg", ".svg", ".pdf"};
#define ENDING_COUNT (sizeof(endings) / sizeof(*endings))

size_t as_test_folder_length(const char *name)
{
	const char *slash = strrchr(name, '/');

	return slash ? (size_t)(slash - name) : 0;
}

const char *as_test_name_trim(const char *typed, size_t *length)
{
	static const char folder[] = "data/";

	for (const char *at = typed; (at = strstr(at, folder)); at++)
		if (at == typed || at[-1] == '/') {
			typed = at + strlen(folder);
			break;
		}
	*length = strlen(typed);
	while (*length > 0 && typed[*length - 1] == '/')
		(*length)--;
	return typed;
}

/* "" or ".in": the possible endings of a typed name. */
static bool is_ending(const char *text, size_t length)
{
	for (size_t i = 0; i < ENDING_COUNT; i++)
		if (strlen(endings[i]) == length && memcmp(text, endings[i], length) == 0)
			return true;
	return length == 0;
}

size_t as_test_name_find(const char *const *names, size_t count, const char *typed)
{
	size_t size;
	const char *trimmed = as_test_name_trim(typed, &size);

	for (size_t i = 0; i < count; i++)
		if (strcmp(names[i], typed) == 0)
			return i;
	for (size_t i = 0; i < count; i++) {
		const size_t length = strlen(names[i]);
		if (length > 0 && length <= size && memcmp(names[i], trimmed, length) == 0 &&
			is_ending(trimmed + length, size - length))
			return i;
	}
	return count;
}

/* The quality of the typed text as a part of the name; 0: no match. */
static int fit(const char *name, const char *typed, size_t typed_length)
{
	const size_t length = strlen(name);
	const int secret = strncmp(name, "secret/", 7) == 0;

	if (typed_length == 0 || length <= typed_length)
		return 0;
	const char *end = name + length - typed_length;
	if (memcmp(end, typed, typed_length) == 0 && strchr("/-", end[-1]))
		return (end[-1] == '/' ? 6 : 4) + secret;
	if (memcmp(name, typed, typed_length) == 0 && strchr("-_.", name[typed_length]))
		return 2;
	return 0;
}

/* "secret/04" for "04", "secret/2-two" for "two" and for "secret/2". */
static const char *find_whole(const char *const *names, size_t count, const char *typed)
{
	const size_t length = strlen(typed);
	const char *found = NULL;
	int best = 0;

	for (size_t i = 0; i < count; i++) {
		const int fits = fit(names[i], typed, length);
		if (fits > best) {
			best = fits;
			found = names[i];
		}
	}
	return found;
}

const char *as_test_name_hint(
	const char *const *names, size_t count, const char *typed, char text[AS_TEST_HINT_SIZE])
{
	size_t size;
	const char *trimmed = as_test_name_trim(typed, &size);
	char name[PATH_MAX];

	snprintf(name, sizeof(name), "%.*s", (int)size, trimmed);
	for (size_t i = 0; i < ENDING_COUNT; i++)
		if (as_text_stem(name, endings[i]) > 0)
			name[as_text_stem(name, endings[i])] = '\0';
	const char *whole = find_whole(names, count, name);
	const char *suggestion = *name ? AS_SUGGESTION(name, names, count) : ";";
	if (whole)
		snprintf(text, AS_TEST_HINT_SIZE, "; did you mean '%.*s'?", as_text_fit(whole, 512),
			whole);
	else if (suggestion[1])
		snprintf(text, AS_TEST_HINT_SIZE, "%s", suggestion);
	else
		snprintf(text, AS_TEST_HINT_SIZE, "; the first test is %.512s", names[0]);
	return text;
}
