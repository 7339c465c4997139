/* SPDX-License-Identifier: MIT */
/* The tests of an import: their names, and writing their files as a package has them. */
#include "import.h"
#include <ctype.h>
#include <errno.h>
#include <fcntl.h>
#include <iconv.h>
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

/* The widths of the numbers in names: the first number, the second, and so on. */
#define MAX_NUMBERS 8
struct widths {
	size_t sizes[MAX_NUMBERS];
};

static size_t digits_at(const char *at, size_t left)
{
	size_t size = 0;
	while (size < left && isdigit((unsigned char)at[size]))
		size++;
	return size;
}

static void widths_add(struct widths *widths, const char *name, size_t length)
{
	for (size_t at = 0, number = 0; at < length && number < MAX_NUMBERS;) {
		const size_t size = digits_at(name + at, length - at);
		if (size > widths->sizes[number])
			widths->sizes[number] = size;
		number += size > 0;
		at += size ? size : 1;
	}
}

/* Writes a name whose numbers have leading zeros. */
static void write_wide(FILE *out, const struct widths *widths, const char *name, size_t length)
{
	for (size_t at = 0, number = 0; at < length;) {
		const size_t size = digits_at(name + at, length - at);
		for (size_t zero = size;
			size && number < MAX_NUMBERS && zero < widths->sizes[number]; zero++)
			putc('0', out);
		number += size > 0;
		fwrite(name + at, 1, size ? size : 1, out);
		at += size ? size : 1;
	}
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

/* "data/secret/", the folder that stays, and the test's own name, both with leading zeros. */
static int finish_name(struct import_test *test, const char *rest, size_t kept,
	const struct widths *folders, const struct widths *names, struct as_error *error)
{
	AS_AUTO_FREE char *own = test->name;
	size_t size;
	test->name = NULL;
	FILE *out = open_memstream(&test->name, &size);
	if (!out)
		return as_error_no_memory(error);
	fprintf(out, "data/%s/", test->answer->sample ? "sample" : "secret");
	write_wide(out, folders, rest, kept);
	test->is_moved = kept > 0 && (size_t)ftell(out) != strlen("data/secret/") + kept;
	write_wide(out, names, *own ? own : "test", strlen(*own ? own : "test"));
	return fclose(out) == 0 ? 0 : as_error_no_memory(error);
}

/* Numbers get leading zeros, since groups and tests are in byte order. */
static int name_part(struct import *import, bool sample, struct as_error *error)
{
	const size_t common = common_folder(import, sample);
	const bool subtasks = !sample && has_subtasks(import, common);
	struct widths folders = {0}, names = {0};
	for (size_t i = 0; i < import->test_count; i++) {
		struct import_test *test = &import->tests[i];
		if (test->answer->sample != sample)
			continue;
		const char *rest = test->answer->key + common;
		const size_t kept = kept_size(rest, subtasks);
		test->name = import_test_name(rest + kept, error);
		if (!test->name)
			return -1;
		widths_add(&folders, rest, kept);
		widths_add(&names, test->name, strlen(test->name));
	}
	for (size_t i = 0; i < import->test_count; i++) {
		struct import_test *test = &import->tests[i];
		if (test->answer->sample != sample)
			continue;
		const char *rest = test->answer->key + common;
		if (finish_name(test, rest, kept_size(rest, subtasks), &folders, &names, error) < 0)
			return -1;
	}
	return 0;
}

/* A test keeps its name if that equals its input's name up to the first point. */
static bool is_renamed(const struct import_test *test)
{
	const char *old = as_text_last_part(test->input->path);
	const char *name = strrchr(test->name, '/') + 1;
	return test->is_moved || strcspn(old, ".") != strlen(name) ||
	       strncmp(old, name, strlen(name)) != 0;
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

/* Binary data can be valid UTF-16 by chance, but then has control characters. */
static bool is_text(const struct as_bytes *bytes)
{
	for (size_t i = 0; i < bytes->size; i++)
		if (iscntrl((unsigned char)bytes->data[i]) &&
			!isspace((unsigned char)bytes->data[i]))
			return false;
	return true;
}

/* Text in UTF-16 becomes UTF-8. Its byte-order mark, if there is one, is then that of UTF-8. Other
 * data stay as they are: 16-bit numbers also have a zero in every second byte. */
static int to_utf8(struct import *import, const struct import_found *found, struct as_bytes *bytes,
	struct as_error *error)
{
	const char *encoding = as_text_encoding(bytes->data, bytes->size);
	if (!encoding || !strstr(encoding, "UTF-16"))
		return 0;
	const bool big = bytes->data[0] == '\xfe' || bytes->data[0] == '\0';
	size_t left = bytes->size, room = bytes->size * 2 + 2;
	AS_AUTO_BYTES struct as_bytes text = {.data = malloc(room + 1)};
	char *from = bytes->data, *to = text.data;
	if (!text.data)
		return as_error_no_memory(error);
	iconv_t converter = iconv_open("UTF-8", big ? "UTF-16BE" : "UTF-16LE");
	if (converter == (iconv_t)-1)
		return as_error_sys(error, AS_ERROR_INTERNAL, errno, "cannot convert UTF-16");
	const size_t status = iconv(converter, &from, &left, &to, &room);
	iconv_close(converter);
	*to = '\0';
	text.size = (size_t)(to - text.data);
	if (status == (size_t)-1 && bytes->data[0] && bytes->data[1])
		return import_refuse(import, found->path,
			"begins with the byte-order mark of UTF-16, but is not valid UTF-16; save "
			"it as UTF-8",
			error);
	if (status == (size_t)-1 || !is_text(&text))
		return 0;
	as_bytes_clear(bytes);
	*bytes = text;
	text = (struct as_bytes){0};
	import->cleaned.utf16_count++;
	return 0;
}

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

/* Overwrites the NUL, so it is no longer a string. Binary data stay as they are. */
static void end_last_line(struct as_bytes *bytes)
{
	if (bytes->size > 0 && !memchr(bytes->data, '\0', bytes->size) &&
		bytes->data[bytes->size - 1] != '\n')
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
	if (to_utf8(import, found, &bytes, error) < 0)
		return -1;
	import->cleaned.windows_count += clean_text(&bytes);
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
