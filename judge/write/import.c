/* SPDX-License-Identifier: MIT */
/* A package of a folder of inputs and answers, as most people who teach have one. */
#include "import.h"
#include "package_write.h"
#include <ctype.h>
#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>

#define MAX_DEPTH 4
#define MAX_FILES 100000
#define MAX_FILE_BYTES ((uint64_t)1 << 30)
#define MAX_NAMED 5 /* left-out files that a note names */
#define NS_PER_SECOND INT64_C(1000000000)

struct found {
	char *path; /* beneath the folder */
	char *key;
	enum import_role role;
	bool sample;
};

struct test {
	const struct found *input, *answer;
	char *name; /* "sample/01" */
};

struct import {
	const struct as_import_config *config;
	const char *from;
	int from_fd;
	struct found *found;
	size_t found_count, found_room;
	struct test *tests;
	size_t test_count;
	struct import_shape shape; /* of the inputs */
	struct package_writer writer;
	char **notes;
	size_t note_count;
	size_t windows_count; /* files with Windows line endings or a byte-order mark */
	size_t left_count;
	char left[256]; /* the first names that were left out */
};

static void clear(struct import *import)
{
	for (size_t i = 0; i < import->found_count; i++) {
		free(import->found[i].path);
		free(import->found[i].key);
	}
	for (size_t i = 0; i < import->test_count; i++)
		free(import->tests[i].name);
	free(import->found);
	free(import->tests);
	as_names_free(import->notes);
	package_writer_close(&import->writer);
	if (import->from_fd >= 0)
		close(import->from_fd);
}

static int note(struct import *import, struct as_error *error, char *text)
{
	if (!text)
		return -1;
	char **notes = reallocarray(import->notes, import->note_count + 2, sizeof *notes);
	if (!notes) {
		free(text);
		return as_error_no_memory(error);
	}
	import->notes = notes;
	notes[import->note_count++] = text;
	notes[import->note_count] = NULL;
	return 0;
}

static int refuse(
	const struct import *import, const char *path, const char *text, struct as_error *error)
{
	AS_AUTO_FREE char *where = as_text_format(error, "%s/%s", import->from, path);
	return where ? as_error_at(error, AS_ERROR_INPUT, where, 0, 0, "%s", text) : -1;
}

/* ---- what is there ---- */

/* What is certainly no test, whatever words its name has: a sol.cpp, a.out. */
static bool is_no_test(const char *name)
{
	static const char *const endings[] = {".c", ".h", ".cc", ".cpp", ".cxx", ".hpp", ".py",
		".java", ".class", ".js", ".ts", ".kt", ".rs", ".go", ".pas", ".cs", ".rb", ".hs",
		".sh", ".php", ".pl", ".lua", ".md", ".pdf", ".tex", ".html", ".doc", ".docx",
		".odt", ".zip", ".exe", ".o", ".yaml", ".json", ".xml", ".png", ".jpg", ".svg"};
	const char *dot = strrchr(name, '.');
	for (size_t i = 0; dot && i < sizeof endings / sizeof *endings; i++)
		if (strcasecmp(dot, endings[i]) == 0)
			return true;
	return strcmp(name, "a.out") == 0;
}

static void leave_out(struct import *import, const char *path)
{
	if (import->left_count++ < MAX_NAMED) {
		size_t used = strlen(import->left);
		snprintf(import->left + used, sizeof import->left - used, "%s%.40s",
			used > 0 ? ", " : "", path);
	}
}

static int add_found(struct import *import, const char *path, struct as_error *error)
{
	if (import->found_count == MAX_FILES)
		return refuse(
			import, path, "is one file too many: there are 100000 already", error);
	if (import->found_count == import->found_room) {
		size_t room = import->found_room ? import->found_room * 2 : 64;
		struct found *list = reallocarray(import->found, room, sizeof *list);
		if (!list)
			return as_error_no_memory(error);
		import->found = list;
		import->found_room = room;
	}
	struct found *found = &import->found[import->found_count++];
	*found = (struct found){.path = as_text_format(error, "%s", path)};
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
			return refuse(import, path, strerrordesc_np(errno), error);
		int failed = 0;
		if ((*name)[0] == '.') {
			continue;
		} else if (S_ISDIR(status.st_mode) && depth < MAX_DEPTH) {
			AS_AUTO_FD int inner = as_dir_open(fd, *name, error);
			failed = inner < 0 || look(import, inner, path, depth + 1, error) < 0;
		} else if (S_ISREG(status.st_mode) && !is_no_test(*name)) {
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
	const struct found *left = a, *right = b;
	int difference = import_compare(left->key, right->key);
	if (difference == 0)
		difference = strcmp(left->key, right->key);
	return difference ? difference : strcmp(left->path, right->path);
}

/* The first of a role among `count` with the same key, or NULL; `again` is another of it. */
static const struct found *find_role(
	const struct found *first, size_t count, enum import_role role, const struct found **again)
{
	const struct found *one = NULL;
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

static int pair(
	struct import *import, const struct found *first, size_t count, struct as_error *error)
{
	const struct found *again = NULL;
	const struct found *input = find_role(first, count, IMPORT_INPUT, &again);
	const struct found *answer = find_role(first, count, IMPORT_ANSWER, &again);
	const struct found *other = find_role(first, count, IMPORT_OTHER, &again);
	if (again)
		return refuse(import, again->path,
			"stands for the same test as another file: rename or remove one", error);
	if (!input && answer) {
		input = other;
		other = NULL;
	}
	if (other)
		leave_out(import, other->path);
	if (!input && !answer)
		return 0;
	if (!answer)
		return refuse(import, input->path,
			"is an input without its answer: add it (as .out or .ans), or remove this",
			error);
	if (!input)
		return refuse(import, answer->path,
			"is an answer without its input: add it (as .in), or remove this", error);
	import->tests[import->test_count++] = (struct test){.input = input, .answer = answer};
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
		for (count = 1; i + count < import->found_count; count++)
			if (strcmp(import->found[i].key, import->found[i + count].key) != 0)
				break;
		if (pair(import, &import->found[i], count, error) < 0)
			return -1;
	}
	if (import->test_count > 0)
		return 0;
	return as_error_at(error, AS_ERROR_INPUT, import->from, 0, 0,
		"there is no test: inputs and answers are looked for by names such as 1.in and "
		"1.out, or input01.txt and output01.txt");
}

/* ---- names of tests ---- */

/* How long the folders are that all keys of a part begin with: they say nothing. */
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

/* Numbers get zeros in front, since tests are run in the order of their bytes. */
static int name_tests(struct import *import, bool sample, struct as_error *error)
{
	const size_t folder = common_folder(import, sample);
	size_t start, size, width = 0;
	for (size_t i = 0; i < import->test_count; i++) {
		struct test *test = &import->tests[i];
		if (test->answer->sample != sample)
			continue;
		test->name = import_test_name(test->answer->key + folder, error);
		if (!test->name)
			return -1;
		last_digits(test->name, &start, &size);
		width = size > width ? size : width;
	}
	for (size_t i = 0; i < import->test_count; i++) {
		struct test *test = &import->tests[i];
		if (test->answer->sample != sample)
			continue;
		AS_AUTO_FREE char *name = test->name;
		last_digits(name, &start, &size);
		test->name =
			as_text_format(error, "data/%s/%.*s%.*s%s", sample ? "sample" : "secret",
				(int)start, name, size > 0 ? (int)(width - size) : 0,
				"00000000000000000000000000000000", *name ? name + start : "test");
		if (!test->name)
			return -1;
	}
	return 0;
}

/* ---- files ---- */

/* Unix line endings and no byte-order mark. True where that changed something. */
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

/* In place of the NUL: from here on it is no string. */
static void end_last_line(struct as_bytes *bytes)
{
	if (bytes->size > 0 && bytes->data[bytes->size - 1] != '\n')
		bytes->data[bytes->size++] = '\n';
}

static int write_test_file(struct import *import, const struct found *found, const char *name,
	const char *ending, struct as_error *error)
{
	AS_AUTO_BYTES struct as_bytes bytes = {0};
	AS_AUTO_FREE char *path = as_text_format(error, "%s%s", name, ending);
	struct as_error why = {0};
	if (!path)
		return -1;
	if (as_file_read(import->from_fd, found->path, MAX_FILE_BYTES, &bytes, &why) < 0)
		return refuse(import, found->path, why.text, error);
	import->windows_count += clean_text(&bytes);
	if (found->role != IMPORT_ANSWER)
		import_shape_add(&import->shape, &bytes);
	end_last_line(&bytes);
	return package_writer_put(&import->writer, path, bytes.data, bytes.size, error);
}

static int write_test(struct import *import, const struct test *test, struct as_error *error)
{
	AS_AUTO_FREE char *path = as_text_format(error, "%s.in", test->name);
	if (!path)
		return -1;
	if (faccessat(import->writer.fd, path, F_OK, 0) == 0)
		return refuse(import, test->input->path,
			"would get the name of another test: rename its files", error);
	return write_test_file(import, test->input, test->name, ".in", error) < 0
		       ? -1
		       : write_test_file(import, test->answer, test->name, ".ans", error);
}

static int write_tests(struct import *import, struct as_error *error)
{
	for (size_t i = 0; i < import->test_count; i++)
		if (write_test(import, &import->tests[i], error) < 0)
			return -1;
	return 0;
}

static int write_solution(struct import *import, const char *path, struct as_error *error)
{
	AS_AUTO_BYTES struct as_bytes bytes = {0};
	const char *slash = strrchr(path, '/');
	AS_AUTO_FREE char *to =
		as_text_format(error, "submissions/accepted/%s", slash ? slash + 1 : path);
	if (!to || as_file_read(AT_FDCWD, path, (uint64_t)1 << 20, &bytes, error) < 0)
		return -1;
	return package_writer_put(&import->writer, to, bytes.data, bytes.size, error);
}

/* ---- settings ---- */

static int time_text(int64_t limit_ns, char text[128], struct as_error *error)
{
	static const int64_t resolutions_ns[] = {NS_PER_SECOND, NS_PER_SECOND / 2,
		NS_PER_SECOND / 10, NS_PER_SECOND / 100, NS_PER_SECOND / 1000};
	for (size_t i = 0; i < sizeof resolutions_ns / sizeof *resolutions_ns; i++) {
		if (limit_ns % resolutions_ns[i] != 0)
			continue;
		int size = snprintf(
			text, 128, "limits:\n  time_limit: %.9g\n", (double)limit_ns / 1e9);
		if (i > 0)
			snprintf(text + size, 128 - (size_t)size, "  time_resolution: %.9g\n",
				(double)resolutions_ns[i] / 1e9);
		return 0;
	}
	return as_error_set(
		error, AS_ERROR_USAGE, "the time limit must be whole milliseconds: round it");
}

static int write_metadata(struct import *import, struct as_error *error)
{
	const struct as_import_config *config = import->config;
	char uuid[UUID_SIZE], limits[128] = "";
	if (package_uuid(uuid, error) < 0 ||
		(config->time_limit_ns > 0 && time_text(config->time_limit_ns, limits, error) < 0))
		return -1;
	json_t *value = json_string(config->title ? config->title : import->writer.short_name);
	AS_AUTO_FREE char *title = value ? json_dumps(value, JSON_ENCODE_ANY) : NULL;
	json_decref(value);
	if (!title)
		return as_error_set(
			error, AS_ERROR_USAGE, "the problem's name must be text in UTF-8");
	AS_AUTO_FREE char *text = as_text_format(error,
		"problem_format_version: 2025-09\nname: %s\nuuid: %s\n%s", title, uuid, limits);
	return text ? package_writer_text(&import->writer, "problem.yaml", text, error) : -1;
}

static int write_check(struct import *import, struct as_error *error)
{
	const struct as_import_config *config = import->config;
	const char *words[] = {"float_tolerance", config->tolerance};
	struct as_check_flags flags = AS_CHECK_FLAGS_INIT;
	if (!config->tolerance && !config->exact)
		return 0;
	if (config->tolerance && as_check_flags_parse(words, 2, &flags, error) < 0) {
		if (error)
			error->kind = AS_ERROR_USAGE;
		return as_error_context(error, "--tolerance");
	}
	AS_AUTO_FREE char *text = as_text_format(error, "output_validator_args: [%s%s%s%s%s]\n",
		config->exact ? "case_sensitive, space_change_sensitive" : "",
		config->exact && config->tolerance ? ", " : "",
		config->tolerance ? "float_tolerance, \"" : "",
		config->tolerance ? config->tolerance : "", config->tolerance ? "\"" : "");
	static const char *const parts[] = {"sample", "secret"};
	for (size_t i = 0; text && i < 2; i++) {
		AS_AUTO_FREE char *folder = as_text_format(error, "data/%s", parts[i]);
		AS_AUTO_FREE char *path =
			folder ? as_text_format(error, "%s/test_group.yaml", folder) : NULL;
		if (!path)
			return -1;
		if (faccessat(import->writer.fd, folder, F_OK, 0) == 0 &&
			package_writer_text(&import->writer, path, text, error) < 0)
			return -1;
	}
	return text ? 0 : -1;
}

static int write_all(struct import *import, struct as_error *error)
{
	if (write_metadata(import, error) < 0 || write_tests(import, error) < 0)
		return -1;
	AS_AUTO_FREE char *validator = import_shape_validator(&import->shape, error);
	if (!validator || write_check(import, error) < 0 ||
		package_writer_text(&import->writer, "input_validators/text.py", validator, error) <
			0 ||
		package_writer_text(&import->writer, "statement/problem.en.md",
			"The statement goes here.\n", error) < 0)
		return -1;
	const char *const *solution = import->config->solutions;
	for (; solution && *solution; solution++)
		if (write_solution(import, *solution, error) < 0)
			return -1;
	return 0;
}

/* ---- all of it ---- */

static int tell(struct import *import, struct as_error *error)
{
	if (import->left_count > 0 &&
		note(import, error,
			as_text_format(error, "%zu files were left out: %s%s", import->left_count,
				import->left, import->left_count > MAX_NAMED ? ", ..." : "")) < 0)
		return -1;
	if (import->windows_count > 0 &&
		note(import, error,
			as_text_format(error,
				"%zu files had Windows line endings or a byte-order mark, which "
				"packages do not have",
				import->windows_count)) < 0)
		return -1;
	if (import->config->solutions && import->config->solutions[0])
		return 0;
	return note(import, error,
		as_text_format(error,
			"a package wants a right submission: put one into submissions/accepted"));
}

/* What was made must load: a test called as no test may be is found here. */
static int prove(const struct import *import, struct as_error *error)
{
	struct as_error why = {0};
	struct as_package *package = as_package_open(import->writer.draft, NULL, &why);
	as_package_close(package);
	if (package)
		return 0;
	const size_t length = strlen(import->writer.draft) + 1;
	return as_error_at(error, AS_ERROR_INPUT, import->from, 0, 0, "makes no package: %s: %s",
		strlen(why.where) > length ? why.where + length : "all of it", why.text);
}

int as_package_import(const char *from, const char *path, const struct as_import_config *config,
	size_t *count, char ***notes, struct as_error *error)
{
	AS_AUTO(clear)
	struct import import = {.config = config, .from = from, .writer = {.fd = -1}};
	/* A person typed this path: its links are meant. */
	import.from_fd = open(from, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	if (import.from_fd < 0)
		return as_error_at(error, AS_ERROR_USAGE, from, 0, 0,
			"cannot be opened as a folder: %s", strerrordesc_np(errno));
	if (look(&import, import.from_fd, "", 0, error) < 0 || pair_all(&import, error) < 0 ||
		name_tests(&import, true, error) < 0 || name_tests(&import, false, error) < 0 ||
		package_writer_open(&import.writer, path, error) < 0 ||
		write_all(&import, error) < 0 || prove(&import, error) < 0 ||
		package_writer_finish(&import.writer, error) < 0 || tell(&import, error) < 0)
		return -1;
	*count = import.test_count;
	*notes = as_steal(import.notes);
	return 0;
}
