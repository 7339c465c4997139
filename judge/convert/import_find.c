/* SPDX-License-Identifier: MIT */
/* Finds the files of a folder that are tests, and pairs inputs with answers. */
#include "import.h"
#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>

#define MAX_DEPTH 4
#define MAX_FILES 100000

int import_refuse(
	const struct import *import, const char *path, const char *text, struct as_error *error)
{
	AS_AUTO_FREE char *where = as_text_format(error, "%s/%s", import->from, path);
	return where ? as_error_at(error, AS_ERROR_INPUT, where, 0, 0, "%s", text) : -1;
}

/* ---- the files ---- */

/* True for files that are never tests, whatever words their names have, such as sol.cpp. a.out is a
 * compiler's output, unless it is the answer of an a.in beside it. */
static bool is_never_test(int folder_fd, const char *name)
{
	static const char *const endings[] = {".c", ".h", ".cc", ".cpp", ".cxx", ".hpp", ".py",
		".java", ".class", ".js", ".ts", ".kt", ".rs", ".go", ".pas", ".cs", ".rb", ".hs",
		".sh", ".php", ".pl", ".lua", ".md", ".pdf", ".tex", ".html", ".doc", ".docx",
		".odt", ".zip", ".exe", ".o", ".yaml", ".json", ".xml", ".png", ".jpg", ".svg"};
	const char *dot = strrchr(name, '.');
	for (size_t i = 0; dot && i < sizeof endings / sizeof *endings; i++)
		if (strcasecmp(dot, endings[i]) == 0)
			return true;
	return strcmp(name, "a.out") == 0 &&
	       faccessat(folder_fd, "a.in", F_OK, AT_SYMLINK_NOFOLLOW) < 0;
}

static void leave_out(struct import *import, const char *path)
{
	import->is_polygon |= strcmp(as_text_last_part(path), "problem.xml") == 0;
	if (import->left.count++ < IMPORT_MAX_NAMED) {
		size_t used = strlen(import->left.names);
		snprintf(import->left.names + used, sizeof import->left.names - used, "%s%.40s",
			used > 0 ? ", " : "", path);
	}
}

static int add_found(struct import *import, const char *path, struct as_error *error)
{
	if (import->found_count == MAX_FILES)
		return import_refuse(
			import, path, "is one file too many: at most 100000 are allowed", error);
	if (!as_array_reserve(import->found, import->found_count, error))
		return -1;
	struct import_found *found = &import->found[import->found_count++];
	*found = (struct import_found){.path = as_text_format(error, "%s", path)};
	if (!found->path)
		return -1;
	found->role = import_role_of(path, &found->key, error);
	found->sample = import_is_sample(path);
	return found->key ? 0 : -1;
}

static int look(
	struct import *import, int fd, const char *folder, unsigned depth, struct as_error *error)
{
	AS_AUTO_NAMES char **names = as_dir_list(fd, MAX_FILES, error);
	if (!names)
		return -1;
	for (char **name = names; *name; name++) {
		struct stat status;
		AS_AUTO_FREE char *path =
			*folder ? as_text_format(error, "%s/%s", folder, *name) : strdup(*name);
		if (!path)
			return as_error_no_memory(error);
		if (fstatat(fd, *name, &status, AT_SYMLINK_NOFOLLOW) < 0)
			return import_refuse(import, path, strerrordesc_np(errno), error);
		int failed = 0;
		if ((*name)[0] == '.') {
			leave_out(import, path);
		} else if (S_ISDIR(status.st_mode) && depth < MAX_DEPTH) {
			AS_AUTO_FD int inner = as_dir_open(fd, *name, error);
			failed = inner < 0 || look(import, inner, path, depth + 1, error) < 0;
		} else if (S_ISREG(status.st_mode) && !is_never_test(fd, *name)) {
			failed = add_found(import, path, error);
		} else {
			leave_out(import, path);
		}
		if (failed)
			return -1;
	}
	return 0;
}

/* ---- pairs ---- */

static int compare_found(const void *a, const void *b)
{
	const struct import_found *left = a, *right = b;
	int difference = import_compare(left->key, right->key);
	if (difference == 0)
		difference = strcmp(left->key, right->key);
	return difference ? difference : strcmp(left->path, right->path);
}

/* The first file of a role among `count` with the same key, or NULL; `again` is set to another one.
 */
static const struct import_found *find_role(const struct import_found *first, size_t count,
	enum import_role role, const struct import_found **again)
{
	const struct import_found *one = NULL;
	for (size_t i = 0; i < count; i++) {
		if (first[i].role != role)
			continue;
		if (one)
			*again = &first[i];
		else
			one = &first[i];
	}
	return one;
}

/* The number of files from `at` on that belong to the same test. */
static size_t count_same(const struct import *import, size_t at)
{
	size_t count = 1;
	while (at + count < import->found_count &&
		strcmp(import->found[at].key, import->found[at + count].key) == 0)
		count++;
	return count;
}

static bool is_alone(const struct import_found *first, size_t count, enum import_role role)
{
	const struct import_found *again = NULL;
	bool input = find_role(first, count, IMPORT_INPUT, &again) != NULL;
	bool answer = find_role(first, count, IMPORT_ANSWER, &again) != NULL;
	bool other = find_role(first, count, IMPORT_OTHER, &again) != NULL;
	return role == IMPORT_INPUT ? input && !answer : answer && !input && !other;
}

/* If many answers are missing, one error for all is enough. */
static int refuse_alone(const struct import *import, const struct import_found *one,
	enum import_role role, struct as_error *error)
{
	size_t count, more = 0;
	for (size_t i = 0; i < import->found_count; i += count) {
		count = count_same(import, i);
		more += strcmp(import->found[i].key, one->key) != 0 &&
			is_alone(&import->found[i], count, role);
	}
	AS_AUTO_FREE char *others = as_text_format(error, " (%zu more like it)", more);
	AS_AUTO_FREE char *text = as_text_format(error, "%s%s",
		role == IMPORT_INPUT
			? "is an input without an answer; add the answer (.out or .ans) or remove "
			  "the input"
			: "is an answer without an input; add the input (.in) or remove the answer",
		others && more ? others : "");
	return text ? import_refuse(import, one->path, text, error) : -1;
}

static int pair(struct import *import, const struct import_found *first, size_t count,
	struct as_error *error)
{
	const struct import_found *again = NULL;
	const struct import_found *input = find_role(first, count, IMPORT_INPUT, &again);
	const struct import_found *answer = find_role(first, count, IMPORT_ANSWER, &again);
	const struct import_found *other = find_role(first, count, IMPORT_OTHER, &again);
	if (again)
		return import_refuse(import, again->path,
			"belongs to the same test as another file; rename or remove one", error);
	if (!input && answer) {
		input = other;
		other = NULL;
	}
	if (other)
		leave_out(import, other->path);
	if (!input && !answer)
		return 0;
	if (!answer)
		return refuse_alone(import, input, IMPORT_INPUT, error);
	if (!input)
		return refuse_alone(import, answer, IMPORT_ANSWER, error);
	import->tests[import->test_count++] =
		(struct import_test){.input = input, .answer = answer};
	return 0;
}

static int pair_all(struct import *import, struct as_error *error)
{
	import->tests = calloc(import->found_count + 1, sizeof *import->tests);
	if (!import->tests)
		return as_error_no_memory(error);
	if (import->found_count > 0)
		qsort(import->found, import->found_count, sizeof *import->found, compare_found);
	for (size_t i = 0, count; i < import->found_count; i += count) {
		count = count_same(import, i);
		if (pair(import, &import->found[i], count, error) < 0)
			return -1;
	}
	if (import->test_count > 0)
		return 0;
	return as_error_at(error, AS_ERROR_INPUT, import->from, 0, 0,
		"no tests; name inputs and answers as 1.in and 1.out, or input01.txt and "
		"output01.txt");
}

int import_find(struct import *import, struct as_error *error)
{
	return look(import, import->from_fd, "", 0, error) < 0 ? -1 : pair_all(import, error);
}
