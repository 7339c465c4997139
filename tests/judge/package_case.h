/* SPDX-License-Identifier: MIT */
/*
 * A package in a temporary folder, described by a text such as those of tests/data/invalid/package.
 * It begins as the package below; each line that starts with "--- " changes something:
 *
 *	--- file PATH          the lines that follow, up to the next "---", are its content
 *	--- remove PATH        a file or folder with all that is in it
 *	--- folder PATH
 *	--- link PATH TARGET
 *	--- fifo PATH
 *	--- unreadable PATH    without read permission; the loader runs as an ordinary user
 *	--- sparse PATH SIZE   a file of that many bytes, none of which is on the disk
 *	--- nested PATH COUNT  PATH/d/d/d/..., that many nested folders
 *
 * %XX in a path is that byte.
 */
#ifndef ASSAY_TESTS_PACKAGE_CASE_H
#define ASSAY_TESTS_PACKAGE_CASE_H

#include <assay/package.h>
#include <criterion/criterion.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>

#define MINIMAL_PACKAGE                                                                            \
	"--- file problem.yaml\n"                                                                  \
	"problem_format_version: 2025-09\n"                                                        \
	"name: Minimal\n"                                                                          \
	"uuid: 2f0c4d2e-8f4c-4c58-9c1c-0a3f6f2f5d02\n"                                             \
	"--- file data/secret/1.in\n1\n"                                                           \
	"--- file data/secret/1.ans\n1\n"

struct package_folder {
	char path[64];
	int fd;
};

/* "name=value|" of each. */
static inline void assert_texts(const struct as_text_map *map, const char *expected)
{
	char text[2048] = "";
	for (size_t i = 0; i < map->count; i++)
		snprintf(text + strlen(text), sizeof(text) - strlen(text), "%s=%s|",
			map->items[i].name, map->items[i].value);
	cr_expect_str_eq(text, expected);
}

/* "name: word word |" of each list. */
static inline void assert_input_args(const struct as_input_args *args, const char *expected)
{
	char text[2048] = "";
	cr_assert_not_null(args);
	for (size_t i = 0; i < args->count; i++) {
		strcat(strcat(text, args->lists[i].name ? args->lists[i].name : "*"), ": ");
		for (char **word = args->lists[i].words; word && *word; word++)
			strcat(strcat(text, *word), ", ");
		strcat(text, "|");
	}
	cr_expect_str_eq(text, expected);
}

static inline void package_folder_parent(const struct package_folder *folder, const char *path)
{
	char parent[4096];
	snprintf(parent, sizeof parent, "%s", path);
	char *slash = strrchr(parent, '/');
	if (!slash)
		return;
	*slash = '\0';
	cr_assert_eq(as_dir_make(folder->fd, parent, 0755, NULL), 0, "%s", parent);
}

static inline void package_folder_write(
	const struct package_folder *folder, const char *path, const void *data, size_t size)
{
	package_folder_parent(folder, path);
	AS_AUTO_FD int fd = openat(
		folder->fd, path, O_WRONLY | O_CREAT | O_TRUNC | O_NOFOLLOW | O_CLOEXEC, 0644);
	cr_assert(fd >= 0 && as_fd_write(fd, data, size, NULL) == 0, "%s", path);
}

static inline void package_folder_decode(char *path)
{
	char *to = path;
	unsigned byte;
	for (char *from = path; *from; to++) {
		bool coded = *from == '%' && sscanf(from + 1, "%2x", &byte) == 1;
		*to = coded ? (char)byte : *from;
		from += coded ? 3 : 1;
	}
	*to = '\0';
}

static inline void package_folder_nest(
	const struct package_folder *folder, const char *path, unsigned count)
{
	char nested[4096];
	size_t used = (size_t)snprintf(nested, sizeof nested, "%s", path);
	for (unsigned i = 0; i < count && used + 3 < sizeof nested; i++)
		used += (size_t)snprintf(nested + used, sizeof nested - used, "/d");
	cr_assert_eq(as_dir_make(folder->fd, nested, 0755, NULL), 0, "%s", nested);
}

static inline void package_folder_truncate(
	const struct package_folder *folder, const char *path, off_t size)
{
	package_folder_write(folder, path, "", 0);
	AS_AUTO_FD int fd = openat(folder->fd, path, O_WRONLY | O_CLOEXEC);
	cr_assert(fd >= 0 && ftruncate(fd, size) == 0, "%s", path);
}

/* Executes one "--- " line; `content` is the text after it. */
static inline void package_folder_step(
	const struct package_folder *folder, const char *line, const char *content, size_t size)
{
	char verb[16] = "", path[2048] = "", target[2048] = "";
	cr_assert_geq(sscanf(line, "--- %15s %2047s %2047s", verb, path, target), 2, "%s", line);
	package_folder_decode(path);
	if (strcmp(verb, "file") == 0) {
		package_folder_write(folder, path, content, size);
		return;
	}
	package_folder_parent(folder, path);
	if (strcmp(verb, "remove") == 0)
		cr_assert_eq(as_dir_remove(folder->fd, path, NULL), 0);
	else if (strcmp(verb, "folder") == 0)
		cr_assert_eq(as_dir_make(folder->fd, path, 0755, NULL), 0);
	else if (strcmp(verb, "link") == 0)
		cr_assert_eq(symlinkat(target, folder->fd, path), 0);
	else if (strcmp(verb, "fifo") == 0)
		cr_assert_eq(mkfifoat(folder->fd, path, 0644), 0);
	else if (strcmp(verb, "unreadable") == 0)
		cr_assert_eq(fchmodat(folder->fd, path, 0, 0), 0);
	else if (strcmp(verb, "sparse") == 0)
		package_folder_truncate(folder, path, strtoll(target, NULL, 10));
	else if (strcmp(verb, "nested") == 0)
		package_folder_nest(folder, path, (unsigned)strtoul(target, NULL, 10));
	else
		cr_assert_fail("what is \"%s\"?", line);
}

static inline void package_folder_apply(const struct package_folder *folder, const char *text)
{
	while (text && *text) {
		const char *content = strchrnul(text, '\n');
		content += *content == '\n';
		const char *end =
			strncmp(content, "--- ", 4) == 0 ? content : strstr(content, "\n--- ");
		end = !end ? content + strlen(content) : end == content ? end : end + 1;
		AS_AUTO_FREE char *line = strndup(text, (size_t)(content - text));
		package_folder_step(folder, line, content, (size_t)(end - content));
		text = end;
	}
}

static inline struct package_folder package_folder_make(const char *text)
{
	struct package_folder folder = {.path = "/tmp/assay-package.XXXXXX", .fd = -1};
	cr_assert(mkdtemp(folder.path));
	folder.fd = open(folder.path, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	cr_assert_geq(folder.fd, 0);
	package_folder_apply(&folder, MINIMAL_PACKAGE);
	package_folder_apply(&folder, text);
	return folder;
}

static inline void package_folder_remove(struct package_folder *folder)
{
	close(folder->fd);
	as_dir_remove(AT_FDCWD, folder->path, NULL);
}
#define AUTO_FOLDER AS_AUTO(package_folder_remove) struct package_folder

/* "problem.yaml:3:1: TEXT": the complaint about a package, without the path of its folder. */
static inline void package_complaint(
	const struct package_folder *folder, char *complaint, size_t size)
{
	struct as_error error = {0};
	struct as_package *package = as_package_open(folder->path, NULL, &error);
	char line[2048];
	bool accepted = package != NULL;
	/* Faults that change no verdict are left to `verify`. */
	snprintf(complaint, size, "accepted");
	for (size_t i = 0; accepted && i < package->findings.count; i++)
		if (package->findings.items[i].level == AS_FINDING_ERROR) {
			snprintf(complaint, size, "%s: %s", package->findings.items[i].where,
				package->findings.items[i].text);
			break;
		}
	as_package_close(package);
	if (accepted)
		return;
	cr_assert_eq(error.kind, AS_ERROR_INPUT, "%s", error.text);
	as_error_format(&error, line, sizeof line);
	size_t length = strlen(folder->path);
	cr_assert_eq(strncmp(line, folder->path, length), 0, "%s", line);
	cr_assert_null(strchr(line, '\n'), "%s", line);
	snprintf(complaint, size, "%s", line + length + (line[length] == '/'));
}

static inline void package_auto_close(struct as_package **package)
{
	as_package_close(*package);
}
#define AUTO_PACKAGE AS_AUTO(package_auto_close) struct as_package

static inline struct as_package *open_good(const char *path)
{
	struct as_error error = {0};
	struct as_package *package = as_package_open(path, NULL, &error);
	cr_assert_not_null(package, "%s:%u: %s", error.where, error.line, error.text);
	return package;
}

/* Expects names of tests or words of a list, in order. */
static inline void assert_words(char *const *words, const char *const *expected, size_t count)
{
	for (size_t i = 0; i < count; i++) {
		cr_assert(words && words[i], "word %zu is missing", i);
		cr_expect_str_eq(words[i], expected[i]);
	}
	cr_expect(!words || !words[count], "there are more than %zu words", count);
}
#define ASSERT_WORDS(words, ...)                                                                   \
	do {                                                                                       \
		static const char *const words_[] = {__VA_ARGS__};                                 \
		assert_words(words, words_, sizeof words_ / sizeof *words_);                       \
	} while (0)

static inline void assert_tests(
	const struct as_package *package, const char *const *names, size_t count)
{
	cr_assert_eq(package->test_count, count);
	for (size_t i = 0; i < count; i++)
		cr_expect_str_eq(package->tests[i].name, names[i]);
}
#define ASSERT_TESTS(package, ...)                                                                 \
	do {                                                                                       \
		static const char *const names_[] = {__VA_ARGS__};                                 \
		assert_tests(package, names_, sizeof names_ / sizeof *names_);                     \
	} while (0)

/* Expects one finding at `where`, with `text`. */
static inline void assert_finding(const struct as_package *package, enum as_finding_level level,
	const char *where, const char *text)
{
	for (size_t i = 0; i < package->findings.count; i++) {
		const struct as_finding *finding = &package->findings.items[i];
		if (strcmp(finding->where, where) != 0)
			continue;
		cr_expect_str_eq(finding->text, text);
		cr_expect_eq(finding->level, level);
		return;
	}
	cr_assert_fail("there is no finding at %s", where);
}

#endif
