/* SPDX-License-Identifier: MIT */
/* Sources from memory give the same result as files on the disk, and names that no disk can hold
 * are refused. */
#include <assay/program.h>

#include <criterion/criterion.h>
#include <fcntl.h>
#include <string.h>

#define MAX_BYTES 1000
#define LONG_NAME                                                                                  \
	"a123456789a123456789a123456789a123456789a123456789a123456789a123456789a123456789"         \
	"a123456789a123456789a123456789a123456789a123456789a123456789a123456789a123456789"         \
	"a123456789a123456789a123456789a123456789a123456789a123456789a123456789a123456789"         \
	"a12345678.c"

static char folder[] = "/tmp/assay-sources-memory.XXXXXX";
static int folder_fd;

static void make_folder(void)
{
	cr_assert(mkdtemp(folder));
	folder_fd = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	cr_assert_geq(folder_fd, 0);
}

static void remove_folder(void)
{
	close(folder_fd);
	as_dir_remove(AT_FDCWD, folder, NULL);
}

TestSuite(sources_memory, .init = make_folder, .fini = remove_folder);

#define MAX_FILES 6
/* A NULL name ends the list; a single file is the same on the disk. */
struct sources_case {
	bool is_folder;
	struct as_memory_file files[MAX_FILES];
};

static size_t count_of(const struct as_memory_file *files)
{
	size_t count = 0;

	while (count < MAX_FILES && files[count].name)
		count++;
	return count;
}

static void put(const char *path, const struct as_memory_file *file)
{
	char parent[4096];

	snprintf(parent, sizeof(parent), "%s", path);
	char *slash = strrchr(parent, '/');
	if (slash) {
		*slash = '\0';
		cr_assert_eq(as_dir_make(folder_fd, parent, 0755, NULL), 0);
	}
	cr_assert_eq(
		as_file_write(folder_fd, path, file->data, file->size, 0644, NULL), 0, "%s", path);
}

/* Writes the files and reads them. */
static void read_files(const struct sources_case *c, struct as_sources *sources)
{
	const size_t count = count_of(c->files);
	char path[4096];

	as_dir_remove(folder_fd, "s", NULL);
	cr_assert_eq(as_dir_make(folder_fd, "s", 0755, NULL), 0);
	for (size_t i = 0; i < count; i++) {
		snprintf(path, sizeof(path), "s/%s", c->files[i].name);
		put(path, &c->files[i]);
	}
	cr_assert_eq(as_sources_read(sources, folder_fd, c->is_folder || count != 1 ? "s" : path,
			     MAX_BYTES, NULL, NULL),
		0);
}

static void expect_same_files(
	const struct as_sources *sources, const struct as_sources *others, size_t row)
{
	char digests[2][AS_DIGEST_HEX_SIZE];

	cr_assert_eq(sources->count, others->count, "%zu", row);
	for (size_t i = 0; i < sources->count; i++)
		cr_expect_str_eq(sources->files[i].name, others->files[i].name, "%zu", row);
	as_sources_digest(sources, digests[0]);
	as_sources_digest(others, digests[1]);
	cr_expect_str_eq(digests[0], digests[1], "%zu", row);
	cr_expect_eq(sources->size_bytes, others->size_bytes, "%zu", row);
	cr_expect_eq(sources->single, others->single, "%zu", row);
}

static void expect_same(const struct sources_case *c, size_t row)
{
	AS_AUTO(as_sources_clear) struct as_sources read = {0}, taken = {0};

	read_files(c, &read);
	cr_assert_eq(as_sources_take(
			     &taken, c->files, count_of(c->files), c->is_folder, MAX_BYTES, NULL),
		0, "%zu", row);
	cr_expect_str_eq(
		taken.reason ? taken.reason : "", read.reason ? read.reason : "", "%zu", row);
	cr_expect_str_eq(taken.text ? taken.text : "", read.text ? read.text : "", "%zu", row);
	if (!read.reason)
		expect_same_files(&taken, &read, row);
}

static char large[MAX_BYTES + 1];

#define X "x", 1
Test(sources_memory, are_taken_as_the_same_files_on_the_disk)
{
	static const struct sources_case cases[] = {
		{false, {{"a.c", X}}},
		{false, {{"with space.py", X}}},
		{false, {{"odd.e n d", X}}},
		{false, {{"empty.c", NULL, 0}}},
		{false, {{"nul.c", "a\0b", 3}}},
		{false, {{"large.c", large, MAX_BYTES}}},
		{false, {{"large.c", large, MAX_BYTES + 1}}},
		{true, {{"a.c", X}}},
		{true, {{NULL}}},
		{true, {{"empty.c", "", 0}}},
		{true, {{"b.c", "b", 1}, {"a.c", "a", 1}}},
		{false, {{"b.c", "b", 1}, {"a.c", "a", 1}}},
		{true, {{"a-b/x.c", "1", 1}, {"a/y.c", "2", 1}, {"a.c", "3", 1}, {"a/b/z.c", X}}},
		{true, {{"large.c", large, MAX_BYTES + 1}, {"a.c", X}}},
		/* A file with one of these names is left out. */
		{true, {{".hidden", X}, {"a.c", X}}},
		{true, {{".hidden", X}}},
		{true, {{".git/config", X}, {"a.c", X}}},
		{true, {{"with space/a.c", X}, {"b.c", X}}},
		{true, {{"\xff.c", X}, {"b.c", X}}},
		{true, {{"...", X}, {"b.c", X}}},
		{true, {{LONG_NAME, X}, {"b.c", X}}},
		{true, {{"1/2/3/4/5/6/7/a.c", X}}},
		{true, {{"1/2/3/4/5/6/7/8/a.c", X}}},
		{true, {{"1/2/3/.4/5/6/7/8/9/a.c", X}, {"b.c", X}}},
	};

	for (size_t i = 0; i < sizeof(cases) / sizeof(*cases); i++)
		expect_same(&cases[i], i);
}

/* ---- many and large ones ---- */

static const char *refusal_of(const struct as_memory_file *files, size_t count, const char **text)
{
	AS_AUTO(as_sources_clear) struct as_sources sources = {0};

	cr_assert_eq(as_sources_take(&sources, files, count, true, MAX_BYTES, NULL), 0);
	*text = sources.text;
	return sources.reason ? sources.reason : "";
}

Test(sources_memory, of_more_than_a_thousand_files_are_refused)
{
	static struct as_memory_file files[1001];
	static char names[1001][16];
	const char *text;

	for (size_t i = 0; i < 1001; i++) {
		snprintf(names[i], sizeof(names[i]), "f%zu.c", i);
		files[i] = (struct as_memory_file){names[i], X};
	}
	cr_expect_str_eq(refusal_of(files, 1000, &text), "");
	cr_expect_str_eq(refusal_of(files, 1001, &text), "too-large");
	cr_expect_str_eq(text, "the source has more than 1000 files");
}

Test(sources_memory, that_are_too_large_are_refused_by_their_size)
{
	/* Their content is not read. */
	const struct as_memory_file files[] = {{"a.c", X}, {"b.c", NULL, SIZE_MAX - 1}};
	const char *text;

	cr_expect_str_eq(refusal_of(files, 2, &text), "too-large");
	cr_expect_str_eq(text, "the source is larger than the package allows");
}

/* ---- names ---- */

Test(sources_memory, files_with_impossible_names_are_refused)
{
	static const char *const names[] = {"", "/", "/a.c", "/etc/passwd", "..", "../a.c",
		"a/../b.c", "a/..", ".", "./a.c", "a/./b.c", "a/", "a//b.c"};

	for (size_t i = 0; i < sizeof(names) / sizeof(*names); i++) {
		const struct as_memory_file files[] = {{"main.c", X}, {names[i], X}};
		const char *text;
		cr_expect_str_eq(refusal_of(files, 2, &text), "name", "'%s'", names[i]);
		cr_expect_str_eq(text, "a file name of the source is empty or absolute, or has an "
				       "empty part, \".\" or "
				       "\"..\"");
	}
}

Test(sources_memory, files_with_conflicting_names_are_refused)
{
	static const char *const names[][2] = {
		{"a.c", "a.c"}, {"a", "a/b.c"}, {"a/b/c.c", "a/b"}, {".a", ".a"}};

	for (size_t i = 0; i < sizeof(names) / sizeof(*names); i++) {
		const struct as_memory_file files[] = {
			{names[i][0], X}, {"a-.c", X}, {names[i][1], X}};
		const char *text;
		cr_expect_str_eq(refusal_of(files, 3, &text), "name", "'%s'", names[i][0]);
		cr_expect_str_eq(text, "the source has two files of the same name, or a file and a "
				       "folder of the same "
				       "name");
	}
}

/* ---- as submissions ---- */

Test(sources_memory, a_single_file_is_called_as_its_last_part)
{
	const struct as_memory_file file = {"../../etc/a.c", X};
	AS_AUTO(as_sources_clear) struct as_sources sources = {0};

	cr_assert_eq(as_sources_take(&sources, &file, 1, false, MAX_BYTES, NULL), 0);
	cr_assert(sources.count == 1 && sources.single);
	cr_expect_str_eq(sources.files[0].name, "a.c");
}

Test(sources_memory, a_copied_submission_has_all_of_its_own)
{
	char name[] = "a.c", data[] = "int main";
	const struct as_memory_file files[] = {{name, data, sizeof(data)}, {"b.c", NULL, 0}};
	const struct as_submission submission = {.path = "shown",
		.language = "c",
		.files = files,
		.file_count = 2,
		.is_folder = true};
	AS_AUTO(as_submission_clear) struct as_submission copy = {0};

	cr_assert_eq(as_submission_copy(&copy, &submission, NULL), 0);
	memset(name, 'z', 3);
	memset(data, 'z', sizeof(data));
	cr_expect_str_eq(copy.path, "shown");
	cr_expect_str_eq(copy.language, "c");
	cr_expect_null(copy.entry_point);
	cr_assert(copy.file_count == 2 && copy.is_folder);
	cr_expect_str_eq(copy.files[0].name, "a.c");
	cr_expect_str_eq(copy.files[0].data, "int main");
	cr_expect_eq(copy.files[0].size, sizeof(data));
	cr_expect_eq(copy.files[1].size, 0);
}
