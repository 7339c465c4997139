/* SPDX-License-Identifier: MIT */
/* The tests of an import: their names, and writing their files as a package has them. */
#include "import.h"
#include <assay/convert.h>
#include <ctype.h>
#include <fcntl.h>
#include <string.h>

#define MAX_FILE_BYTES ((uint64_t)1 << 30)

/* ---- names of tests ---- */

/* The length of the folders common to all keys of a part, which carry no information. */
static size_t common_folder(const struct import *import, bool sample)
{
	const char *first = NULL;
	size_t length = 0;
	for (size_t i = 0; i < import->test_count; i++) {
		const char *key = import->tests[i].answer->key;
		if (import->tests[i].answer->sample != sample)
			continue;
		if (!first) {
			first = key;
			const char *slash = strrchr(key, '/');
			length = slash ? (size_t)(slash - key) + 1 : 0;
		}
		while (length > 0 && (strncmp(first, key, length) != 0 || first[length - 1] != '/'))
			length--;
	}
	return length;
}

static void last_digits(const char *name, size_t *start, size_t *size)
{
	size_t end = strlen(name);
	while (end > 0 && !isdigit((unsigned char)name[end - 1]))
		end--;
	*start = end;
	while (*start > 0 && isdigit((unsigned char)name[*start - 1]))
		--*start;
	*size = end - *start;
}

/* The length of the folder of a test below the common part; 0: none. */
static size_t folder_size(const char *rest)
{
	const char *slash = strchr(rest, '/');
	AS_AUTO_FREE char *name = slash ? strndup(rest, (size_t)(slash - rest)) : NULL;
	return name && !strchr(name, '*') && as_package_is_name(name) ? strlen(name) : 0;
}

/* True if folders such as subtask1 and subtask2 stay: all secret tests are in one of several
 * folders, and not each in its own, as in 1/input.txt. */
static bool has_subtasks(struct import *import, size_t common)
{
	const char *before = NULL;
	size_t folders = 0, tests = 0;
	for (size_t i = 0; i < import->test_count; i++) {
		const struct import_found *answer = import->tests[i].answer;
		const char *rest = answer->key + common;
		const size_t size = answer->sample ? 0 : folder_size(rest);
		if (answer->sample)
			continue;
		if (size == 0)
			return false;
		folders += !before || strncmp(before, rest, size + 1) != 0;
		before = rest;
		tests++;
	}
	import->folder_count = folders >= 2 && folders < tests ? folders : 0;
	return import->folder_count > 0;
}

/* The length of the folder that stays in the rest of a key, with its slash. */
static size_t kept_size(const char *rest, bool subtasks)
{
	const size_t size = subtasks ? folder_size(rest) : 0;
	return size > 0 ? size + 1 : 0;
}

/* "data/secret/", the folder that stays, and the test's own name with leading zeros. */
static int finish_name(struct import_test *test, const char *rest, size_t kept, size_t width,
	struct as_error *error)
{
	AS_AUTO_FREE char *own = test->name;
	size_t start, size;
	last_digits(own, &start, &size);
	test->name = as_text_format(error, "data/%s/%.*s%.*s%.*s%s",
		test->answer->sample ? "sample" : "secret", (int)kept, rest, (int)start, own,
		size > 0 ? (int)(width - size) : 0, "00000000000000000000000000000000",
		*own ? own + start : "test");
	return test->name ? 0 : -1;
}

/* Numbers get leading zeros, since tests run in byte order. */
static int name_part(struct import *import, bool sample, struct as_error *error)
{
	const size_t common = common_folder(import, sample);
	const bool subtasks = !sample && has_subtasks(import, common);
	size_t start, size, width = 0;
	for (size_t i = 0; i < import->test_count; i++) {
		struct import_test *test = &import->tests[i];
		if (test->answer->sample != sample)
			continue;
		const char *rest = test->answer->key + common;
		test->name = import_test_name(rest + kept_size(rest, subtasks), error);
		if (!test->name)
			return -1;
		last_digits(test->name, &start, &size);
		width = size > width ? size : width;
	}
	for (size_t i = 0; i < import->test_count; i++) {
		struct import_test *test = &import->tests[i];
		if (test->answer->sample != sample)
			continue;
		const char *rest = test->answer->key + common;
		if (finish_name(test, rest, kept_size(rest, subtasks), width, error) < 0)
			return -1;
	}
	return 0;
}

/* A test keeps its name if that equals its input's name up to the first point. */
static bool is_renamed(const struct import_test *test)
{
	const char *slash = strrchr(test->input->path, '/');
	const char *old = slash ? slash + 1 : test->input->path;
	const char *name = strrchr(test->name, '/') + 1;
	return strcspn(old, ".") != strlen(name) || strncmp(old, name, strlen(name)) != 0;
}

int import_name_tests(struct import *import, struct as_error *error)
{
	if (name_part(import, true, error) < 0 || name_part(import, false, error) < 0)
		return -1;
	for (size_t i = 0; i < import->test_count; i++)
		if (is_renamed(&import->tests[i]) && import->renamed.count++ == 0)
			import->renamed.first = &import->tests[i];
	return 0;
}

/* ---- files ---- */

/* Makes Unix line endings and removes a byte order mark. True if the text has changed. */
static bool clean_text(struct as_bytes *bytes)
{
	if (memchr(bytes->data, '\0', bytes->size))
		return false;
	const bool marked = bytes->size >= 3 && memcmp(bytes->data, "\xef\xbb\xbf", 3) == 0;
	char *to = bytes->data;
	for (const char *at = bytes->data + (marked ? 3 : 0); *at; at++)
		if (!(at[0] == '\r' && at[1] == '\n'))
			*to++ = *at;
	const bool changed = to != bytes->data + bytes->size;
	*to = '\0';
	bytes->size = (size_t)(to - bytes->data);
	return changed;
}

/* Overwrites the NUL, so it is no longer a string. */
static void end_last_line(struct as_bytes *bytes)
{
	if (bytes->size > 0 && bytes->data[bytes->size - 1] != '\n')
		bytes->data[bytes->size++] = '\n';
}

/* Records the first file with characters that make programs fail. */
static int keep_odd(struct import *import, const struct import_found *found, struct import_odd *odd,
	struct as_error *error)
{
	if (!odd->what || import->odd.file_count++ > 0)
		return 0;
	import->odd.what = odd->what;
	import->odd.line = odd->line;
	import->odd.path = as_text_format(error, "%s", found->path);
	return import->odd.path ? 0 : -1;
}

/* A digit, a point and a digit. */
static bool has_fraction(const struct as_bytes *bytes)
{
	const char *end = bytes->data + bytes->size;
	for (const char *at = bytes->data; (at = memchr(at, '.', (size_t)(end - at))); at++)
		if (at > bytes->data && at + 1 < end && isdigit((unsigned char)at[-1]) &&
			isdigit((unsigned char)at[1]))
			return true;
	return false;
}

static int write_test_file(struct import *import, const struct import_found *found,
	const char *name, const char *ending, struct as_error *error)
{
	AS_AUTO_BYTES struct as_bytes bytes = {0};
	AS_AUTO_FREE char *path = as_text_format(error, "%s%s", name, ending);
	struct import_odd odd = {0};
	struct as_error why = {0};
	if (!path)
		return -1;
	if (as_file_read(import->from_fd, found->path, MAX_FILE_BYTES, &bytes, &why) < 0)
		return import_refuse(import, found->path, why.text, error);
	import->windows_count += clean_text(&bytes);
	if (bytes.size == 0 && import->empty.count++ == 0)
		import->empty.first = found->path;
	const enum import_text text = import_text_look(&bytes, &odd);
	if (keep_odd(import, found, &odd, error) < 0)
		return -1;
	if (found->role != IMPORT_ANSWER)
		import_shape_add(&import->shape, &bytes, text);
	else if (!import->fraction && has_fraction(&bytes))
		import->fraction = found->path;
	end_last_line(&bytes);
	return package_writer_put(&import->writer, path, bytes.data, bytes.size, error);
}

static int write_test(struct import *import, const struct import_test *test, struct as_error *error)
{
	AS_AUTO_FREE char *path = as_text_format(error, "%s.in", test->name);
	if (!path)
		return -1;
	if (faccessat(import->writer.fd, path, F_OK, 0) == 0)
		return import_refuse(import, test->input->path,
			"would have the same test name as another file; rename its files", error);
	return write_test_file(import, test->input, test->name, ".in", error) < 0
		       ? -1
		       : write_test_file(import, test->answer, test->name, ".ans", error);
}

int import_write_tests(struct import *import, struct as_error *error)
{
	for (size_t i = 0; i < import->test_count; i++)
		if (write_test(import, &import->tests[i], error) < 0)
			return -1;
	return 0;
}
