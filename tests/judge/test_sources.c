/* SPDX-License-Identifier: MIT */
/* Reading a submission: its files, their names, and paths that are refused without opening them. */
#include <assay/program.h>

#include <criterion/criterion.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>

#define MAX_BYTES 1000

static char folder[] = "/tmp/assay-sources.XXXXXX";
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

TestSuite(sources, .init = make_folder, .fini = remove_folder);

static void put(const char *path, const char *data)
{
	char parent[256];
	snprintf(parent, sizeof(parent), "%s", path);
	char *slash = strrchr(parent, '/');
	if (slash) {
		*slash = '\0';
		cr_assert_eq(as_dir_make(folder_fd, parent, 0755, NULL), 0);
	}
	cr_assert_eq(as_file_write(folder_fd, path, data, strlen(data), 0644, NULL), 0, "%s", path);
}

/* "name|name|" of the files that were read and are in the language (NULL: any), or the reason for
 * the refusal. */
static const char *take_in(const char *path, const char *language, struct as_error *said)
{
	static char text[4096];
	struct as_languages *languages = as_languages_open(NULL, NULL);
	AS_AUTO(as_sources_clear) struct as_sources sources = {0};
	struct as_error error = {0};
	text[0] = '\0';
	if (as_sources_read(&sources, folder_fd, path, MAX_BYTES, NULL, &error)) {
		snprintf(text, sizeof(text), "%d %s", (int)error.kind, error.text);
		as_languages_close(languages);
		return text;
	}
	if (language && !sources.reason) {
		const struct as_language *found = as_languages_find(languages, language);
		as_language_narrow(found, &sources, MAX_BYTES);
		cr_assert_eq(as_language_name_single(found, &sources, NULL), 0);
	}
	as_languages_close(languages);
	if (sources.reason) {
		as_error_set(said, AS_ERROR_INPUT, "%s", sources.text);
		return sources.reason;
	}
	for (size_t i = 0; i < sources.count; i++)
		snprintf(text + strlen(text), sizeof(text) - strlen(text), "%s|",
			sources.files[i].name);
	return text;
}

static const char *take(const char *path)
{
	return take_in(path, NULL, NULL);
}

static void expect_refusal(
	const char *path, const char *language, const char *reason, const char *text)
{
	struct as_error said = {0};
	cr_expect_str_eq(take_in(path, language, &said), reason, "%s", path);
	cr_expect_str_eq(said.text, text, "%s", path);
}

Test(sources, a_single_file_gets_a_plain_name_with_its_ending)
{
	static const char *const names[][2] = {
		{"plain.c", "plain.c|"},
		{"c++.c++", "c++.c++|"},
		{"with space.py", "submission.py|"},
		{"new\nline.java", "submission.java|"},
		{"-dash.c", "submission.c|"},
		{".c", "submission.c|"},
		{"no ending", "submission|"},
		{"odd.e n d", "submission|"},
		{"\xff.cpp", "submission.cpp|"},
		{"';rm -rf;'.c", "submission.c|"},
	};
	for (size_t i = 0; i < sizeof(names) / sizeof(*names); i++) {
		put(names[i][0], "x");
		cr_expect_str_eq(
			take(names[i][0]), names[i][1], "%s: %s", names[i][0], take(names[i][0]));
	}
}

Test(sources, a_folder_is_taken_in_order_and_odd_names_are_left_out)
{
	put("s/b.c", "x");
	put("s/a.c", "x");
	put("s/sub/c.h", "x");
	put("s/.hidden", "x");
	put("s/with space.c", "x");
	put("s/\u202ec.h", "x");
	put("s/\u0308.h", "x");
	cr_expect_str_eq(take("s"), "a.c|b.c|sub/c.h|");
}

Test(sources, letters_of_all_scripts_are_kept_and_composed)
{
	put("s/zähler.c", "x");
	put("s/\u0440\u0430\u0437/Gro\u0308\u00dfe.h", "x");
	cr_expect_str_eq(take("s"), "zähler.c|\u0440\u0430\u0437/Gr\u00f6\u00dfe.h|");
	put("a\u0308.py", "x");
	cr_expect_str_eq(take("a\u0308.py"), "\u00e4.py|");
	put("twice/\u00e4.c", "x");
	put("twice/a\u0308.c", "x");
	expect_refusal("twice", NULL, "name",
		"the source has two files of the same name, or a file and a folder of the same "
		"name");
}

Test(sources, a_submission_without_files_is_refused_as_empty)
{
	put("empty.c", "");
	put("folder/empty.c", "");
	put("hidden/.c", "x");
	cr_expect_str_eq(take("empty.c"), "empty");
	cr_expect_str_eq(take("folder"), "empty");
	cr_expect_str_eq(take("hidden"), "empty");
}

Test(sources, the_size_limit_is_of_all_files_together)
{
	char text[MAX_BYTES + 2];
	memset(text, 'x', sizeof(text));
	text[MAX_BYTES] = '\0';
	put("exact.c", text);
	cr_expect_str_eq(take("exact.c"), "exact.c|");
	text[MAX_BYTES] = 'x';
	text[MAX_BYTES + 1] = '\0';
	put("over.c", text);
	cr_expect_str_eq(take("over.c"), "too-large");
	text[MAX_BYTES - 1] = '\0';
	put("two/a.c", text);
	put("two/b.h", "x");
	cr_expect_str_eq(take_in("two", "c", NULL), "a.c|b.h|");
	put("two/c.c", "x");
	expect_refusal("two", "c", "too-large", "the source is larger than the package allows");
}

Test(sources, files_that_are_not_code_are_left_out_and_not_counted)
{
	char text[2 * MAX_BYTES + 1];
	memset(text, 'x', sizeof(text));
	text[2 * MAX_BYTES] = '\0';
	put("s/a.c", "x");
	put("s/a.h", "x");
	put("s/a.py", text);
	put("s/report.pdf", text);
	cr_expect_str_eq(take_in("s", "c", NULL), "a.c|a.h|");
	expect_refusal("s", "java", "language", "the source has no file of its language");
	put("nothing/a.c", "");
	put("nothing/a.txt", "x");
	expect_refusal("nothing", "c", "empty", "the source has 0 bytes");
	/* Sparse files: they need no disk space. */
	AS_AUTO_FD int fd = openat(folder_fd, "s/data", O_WRONLY | O_CREAT | O_CLOEXEC, 0644);
	cr_assert_eq(ftruncate(fd, (off_t)AS_SOURCES_OTHER_BYTES - 4 * MAX_BYTES), 0);
	cr_expect_str_eq(take_in("s", "c", NULL), "a.c|a.h|");
	cr_assert_eq(ftruncate(fd, (off_t)AS_SOURCES_OTHER_BYTES - 4 * MAX_BYTES + 1), 0);
	expect_refusal(
		"s", "c", "too-large", "its files other than sources are larger than 64 MiB");
}

Test(sources, a_single_file_without_the_languages_ending_gets_it)
{
	static const char *const cases[][3] = {
		{"plain", "c", "submission.c|"},
		{"plain", "cpp", "submission.cc|"},
		{"plain", "pypy3", "submission.py|"},
		{"text.txt", "java", "submission.java|"},
		{"a.py3", "pypy3", "a.py3|"},
		{"a.py.txt", "pypy3", "submission.py|"},
		{"a.cpp", "cpp", "a.cpp|"},
	};
	for (size_t i = 0; i < sizeof(cases) / sizeof(*cases); i++) {
		put(cases[i][0], "x");
		cr_expect_str_eq(take_in(cases[i][0], cases[i][1], NULL), cases[i][2], "%s in %s",
			cases[i][0], cases[i][1]);
	}
}

Test(sources, every_refusal_has_its_sentence)
{
	put("hidden/.c", "x");
	expect_refusal("hidden", NULL, "empty",
		"no file of the source has an allowed name (letters, digits, '_', '-', '.', '+'): "
		".c");
	put("deep/1/2/3/4/5/6/7/8/a.c", "x");
	expect_refusal("deep", NULL, "too-large", "the source has folders nested deeper than 8");
	cr_assert_eq(mkfifoat(folder_fd, "fifo", 0644), 0);
	expect_refusal(
		"fifo", NULL, "not-regular", "the source must be a regular file or a folder");
}

Test(sources, a_deep_or_crowded_folder_is_too_large)
{
	char path[64];
	put("deep/1/2/3/4/5/6/7/a.c", "x");
	cr_expect_str_eq(take("deep"), "1/2/3/4/5/6/7/a.c|");
	put("deep/1/2/3/4/5/6/7/8/a.c", "x");
	cr_expect_str_eq(take("deep"), "too-large");
	cr_assert_eq(as_dir_make(folder_fd, "many", 0755, NULL), 0);
	for (int i = 0; i <= 1000; i++) {
		snprintf(path, sizeof(path), "many/%04d.c", i);
		cr_assert_eq(mknodat(folder_fd, path, S_IFREG | 0644, 0), 0);
	}
	cr_expect_str_eq(take("many"), "too-large");
}

Test(sources, links_and_pipes_are_not_opened)
{
	put("real.c", "x");
	put("folder/real.c", "x");
	put("piped/real.c", "x");
	cr_assert_eq(symlinkat("real.c", folder_fd, "link.c"), 0);
	cr_assert_eq(symlinkat("folder", folder_fd, "to-folder"), 0);
	cr_assert_eq(symlinkat("/etc", folder_fd, "folder/etc"), 0);
	cr_assert_eq(mkfifoat(folder_fd, "fifo.c", 0644), 0);
	cr_assert_eq(mkfifoat(folder_fd, "piped/fifo.c", 0644), 0);
	static const char *const refused[] = {"link.c", "to-folder", "fifo.c"};
	for (size_t i = 0; i < sizeof(refused) / sizeof(*refused); i++)
		cr_expect_str_eq(take(refused[i]), "not-regular", "%s", refused[i]);
	cr_expect_str_eq(take("folder"), "real.c|");
	cr_expect_str_eq(take("piped"), "real.c|");
	expect_refusal("link.c", NULL, "not-regular",
		"the source is a symbolic link, which is not followed; name the file itself");
}

static void expect_note(const char *path, const char *expected)
{
	AS_AUTO(as_sources_clear) struct as_sources sources = {0};
	cr_assert_eq(as_sources_read(&sources, folder_fd, path, MAX_BYTES, NULL, NULL), 0);
	cr_assert_not_null(sources.notes, "%s", path);
	cr_expect_str_eq(sources.notes[0], expected);
	cr_expect_null(sources.notes[1]);
}

Test(sources, links_in_a_folder_are_left_out_and_noted)
{
	put("outside.c", "secret");
	put("one/a/real.c", "x");
	cr_assert_eq(symlinkat("../../outside.c", folder_fd, "one/a/link.c"), 0);
	cr_expect_str_eq(take("one"), "a/real.c|");
	expect_note("one", "links and special files are left out: a/link.c; put copies in their "
			   "place");
	cr_assert_eq(mkfifoat(folder_fd, "one/pipe", 0644), 0);
	cr_assert_eq(symlinkat("/etc/passwd", folder_fd, "one/y.c"), 0);
	cr_assert_eq(symlinkat("nowhere", folder_fd, "one/z.c"), 0);
	cr_assert_eq(symlinkat(".", folder_fd, "one/zz"), 0);
	cr_expect_str_eq(take("one"), "a/real.c|");
	expect_note("one", "links and special files are left out: a/link.c, pipe, y.c and 2 more; "
			   "put copies in their place");
	cr_assert_eq(as_dir_make(folder_fd, "none", 0755, NULL), 0);
	cr_assert_eq(symlinkat("../outside.c", folder_fd, "none/a.c"), 0);
	expect_refusal("none", NULL, "empty",
		"the source has no regular file; links and special files are left out");
}

Test(sources, an_absent_path_is_bad_usage)
{
	cr_expect_str_eq(take("absent.c"), "2 absent.c: no such file or folder; name "
					   "the file or folder of a submission");
	put("file", "x");
	cr_expect_str_eq(
		take("file/inside.c"), "2 file/inside.c: cannot be judged: Not a directory");
}

static void digest(const char *path, char hex[AS_DIGEST_HEX_SIZE])
{
	AS_AUTO(as_sources_clear) struct as_sources sources = {0};
	cr_assert_eq(as_sources_read(&sources, folder_fd, path, MAX_BYTES, NULL, NULL), 0);
	as_sources_digest(&sources, hex);
}

Test(sources, the_digest_distinguishes_names_and_contents)
{
	/* The same bytes in another order, in other files, under other names. */
	static const char *const contents[][4] = {{"a.c", "xy", "b.c", "z"},
		{"a.c", "x", "b.c", "yz"}, {"a.c", "xy", "c.c", "z"}, {"b.c", "xy", "a.c", "z"},
		{"a.c", "xyz", "b.c", "w"}};
	char hexes[5][AS_DIGEST_HEX_SIZE], again[AS_DIGEST_HEX_SIZE], path[64];
	for (size_t i = 0; i < 5; i++) {
		for (size_t k = 0; k < 4; k += 2) {
			snprintf(path, sizeof(path), "%zu/%s", i, contents[i][k]);
			put(path, contents[i][k + 1]);
		}
		snprintf(path, sizeof(path), "%zu", i);
		digest(path, hexes[i]);
		digest(path, again);
		cr_expect_str_eq(hexes[i], again);
		for (size_t k = 0; k < i; k++)
			cr_expect_str_neq(hexes[i], hexes[k], "%zu and %zu", i, k);
	}
}

Test(sources, submitted_files_are_written_unchanged)
{
	AS_AUTO(as_sources_clear) struct as_sources sources = {0};
	AS_AUTO_BYTES struct as_bytes data = {0};
	struct stat info;
	put("from/a.c", "one");
	put("from/sub/b.h", "two");
	cr_assert_eq(as_dir_make(folder_fd, "to", 0755, NULL), 0);
	AS_AUTO_FD int to = as_dir_open(folder_fd, "to", NULL);
	cr_assert_eq(as_sources_read(&sources, folder_fd, "from", MAX_BYTES, NULL, NULL), 0);
	cr_assert_eq(as_sources_write(&sources, to, NULL), 0);
	cr_assert_eq(as_file_read(to, "sub/b.h", 100, &data, NULL), 0);
	cr_expect_str_eq(data.data, "two");
	cr_assert_eq(fstatat(to, "a.c", &info, 0), 0);
	cr_expect_eq(info.st_mode & 0777, 0644, "the sandbox's user must be able to read it");
}

/* ---- files of packages ---- */

static const char *take_own(const char *path)
{
	static char text[4096];
	AS_AUTO(as_sources_clear) struct as_sources sources = {0};
	struct as_error error = {0};
	text[0] = '\0';
	if (as_sources_read_own(&sources, folder_fd, path, MAX_BYTES, NULL, &error))
		snprintf(text, sizeof(text), "%d %s", (int)error.kind, error.text);
	else if (sources.reason)
		return sources.reason;
	for (size_t i = 0; i < sources.count; i++)
		snprintf(text + strlen(text), sizeof(text) - strlen(text), "%s=%s|",
			sources.files[i].name, sources.files[i].data.data);
	return text;
}

static void link_to(const char *target, const char *path)
{
	cr_assert_eq(symlinkat(target, folder_fd, path), 0, "%s", path);
}

Test(sources, a_package_may_link_to_its_own_files)
{
	put("common/lib.h", "lib");
	put("common/sub/deep.h", "deep");
	put("validator/check.c", "check");
	link_to("../common/lib.h", "validator/lib.h");
	link_to("../common/sub", "validator/sub");
	link_to("validator", "alias");
	link_to("check.c", "validator/again.c");
	cr_expect_str_eq(
		take_own("validator"), "again.c=check|check.c=check|lib.h=lib|sub/deep.h=deep|");
	cr_expect_str_eq(
		take_own("alias"), "again.c=check|check.c=check|lib.h=lib|sub/deep.h=deep|");
	cr_expect_str_eq(take_own("validator/lib.h"), "lib.h=lib|");
	/* The same files from a stranger. */
	cr_expect_str_eq(take("validator"), "check.c|");
	cr_expect_str_eq(take("alias"), "not-regular");
}

/* Seven folders, each twenty times in the one above: a thousand million paths, and no file. */
Test(sources, links_do_not_make_an_endless_tree, .timeout = 600)
{
	char path[64], target[64];
	put("7/.keep", "x");
	for (int level = 1; level < 7; level++)
		for (int i = 0; i < 20; i++) {
			snprintf(path, sizeof(path), "%d/.keep", level);
			put(path, "x");
			snprintf(path, sizeof(path), "%d/%d", level, i);
			snprintf(target, sizeof(target), "../%d", level + 1);
			link_to(target, path);
		}
	cr_expect_str_eq(take_own("1"), "too-large");
}

Test(sources, a_package_may_not_link_to_anything_else)
{
	put("out/a.c", "x");
	link_to("/etc/hostname", "out/host");
	cr_expect_not_null(strstr(take_own("out"), "is a link out of the package"));
	put("up/a.c", "x");
	link_to("../../..", "up/above");
	cr_expect_not_null(strstr(take_own("up"), "is a link out of the package"));
	put("gone/a.c", "x");
	link_to("nothing", "gone/b.c");
	cr_expect_not_null(strstr(take_own("gone"), "is a link to a file that does not exist"));
	put("circle/a.c", "x");
	link_to(".", "circle/again");
	cr_expect_str_eq(take_own("circle"), "too-large");
	put("fifo/a.c", "x");
	cr_assert_eq(mkfifoat(folder_fd, "fifo/pipe", 0644), 0);
	link_to("pipe", "fifo/link");
	cr_expect_str_eq(take_own("fifo"), "not-regular");
}

/* ---- merging ---- */

Test(sources, merged_files_replace_those_of_the_same_name)
{
	AS_AUTO(as_sources_clear) struct as_sources sources = {0}, more = {0};
	put("submitted/a.c", "mine");
	put("submitted/grader.c", "mine too");
	put("included/grader.c", "theirs");
	put("included/z.h", "z");
	cr_assert_eq(as_sources_read(&sources, folder_fd, "submitted", MAX_BYTES, NULL, NULL), 0);
	cr_assert_eq(as_sources_read(&more, folder_fd, "included", MAX_BYTES, NULL, NULL), 0);
	cr_assert_eq(as_sources_merge(&sources, &more, NULL), 0);
	cr_assert_eq(sources.count, 3);
	cr_expect_eq(sources.size_bytes, strlen("mine"
						"theirs"
						"z"));
	cr_expect_str_eq(as_sources_find(&sources, "grader.c")->data.data, "theirs");
	cr_expect_str_eq(as_sources_find(&sources, "a.c")->data.data, "mine");
	cr_expect_null(as_sources_find(&sources, "b.c"));
}

Test(sources, executable_bits_are_kept_where_they_matter)
{
	AS_AUTO(as_sources_clear) struct as_sources sources = {0};
	char plain[AS_DIGEST_HEX_SIZE], with_modes[AS_DIGEST_HEX_SIZE],
		without_x[AS_DIGEST_HEX_SIZE];
	struct stat info;
	put("from/run", "#!/bin/sh");
	cr_assert_eq(fchmodat(folder_fd, "from/run", 0755, 0), 0);
	cr_assert_eq(as_dir_make(folder_fd, "to", 0755, NULL), 0);
	AS_AUTO_FD int to = as_dir_open(folder_fd, "to", NULL);
	cr_assert_eq(as_sources_read(&sources, folder_fd, "from", MAX_BYTES, NULL, NULL), 0);
	as_sources_digest(&sources, plain);
	sources.keeps_modes = true;
	as_sources_digest(&sources, with_modes);
	cr_assert_eq(as_sources_write(&sources, to, NULL), 0);
	cr_assert_eq(fstatat(to, "run", &info, 0), 0);
	cr_expect_eq(info.st_mode & 0777, 0755);
	sources.files[0].executable = false;
	as_sources_digest(&sources, without_x);
	cr_expect_str_neq(with_modes, without_x);
	cr_expect_str_neq(plain, with_modes);
}
