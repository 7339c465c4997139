/* SPDX-License-Identifier: MIT */
/* Packages in zip archives. For every file of tests/data/invalid/archive, the first line is the
 * loader's message, and the rest is an archive as described in zip_case.h. */
#include "package_case.h"
#include "zip.h"
#include "zip_case.h"

#include <assay/base/archive.h>
#include <dirent.h>

#define CASES ASSAY_SOURCE_DIR "/tests/data/invalid/archive"
#define MIN_CASES 35
#define MIB (1 << 20)
#define MINIMAL                                                                                    \
	"problem_format_version: 2025-09\n"                                                        \
	"name: Minimal\n"                                                                          \
	"uuid: 2f0c4d2e-8f4c-4c58-9c1c-0a3f6f2f5d02\n"

/* A folder for archives, and one that is the loader's TMPDIR. */
static char here[64];
static int temp_fd = -1;

static void enter_folder(void)
{
	char temp[80];
	strcpy(here, "/tmp/assay-archive.XXXXXX");
	cr_assert(mkdtemp(here));
	snprintf(temp, sizeof temp, "%s/tmp", here);
	cr_assert(mkdir(temp, 0700) == 0 && setenv("TMPDIR", temp, 1) == 0);
	temp_fd = open(temp, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
}

static void leave_folder(void)
{
	close(temp_fd);
	as_dir_remove(AT_FDCWD, here, NULL);
}

TestSuite(archive, .init = enter_folder, .fini = leave_folder, .timeout = 600);

static void put_archive(const char *name, const struct as_bytes *bytes, char path[128])
{
	snprintf(path, 128, "%s/%s", here, name);
	cr_assert_eq(as_file_write(AT_FDCWD, path, bytes->data, bytes->size, 0644, NULL), 0);
}

static void expect_nothing_left(const char *what)
{
	AS_AUTO_NAMES char **names = as_dir_list(temp_fd, 100, NULL);
	cr_expect(names && !names[0], "%s: %s is left", what, names ? names[0] : "?");
}

/* ---- refusals ---- */

/* The complaint about the archive at `path`, without its folder. */
static void complaint_of(const char *path, char *complaint, size_t size)
{
	struct as_error error = {0};
	struct as_package *package = as_package_open(path, NULL, &error);
	snprintf(complaint, size, "accepted");
	as_package_close(package);
	if (package)
		return;
	char line[2048];
	as_error_format(&error, line, sizeof line);
	cr_expect_eq(error.kind, AS_ERROR_INPUT, "%s", line);
	cr_expect_null(strchr(line, '\n'), "%s", line);
	cr_assert_eq(strncmp(line, path, strlen(path)), 0, "%s", line);
	snprintf(complaint, size, "%s", line + strlen(path) + strlen(": "));
}

static void try_case(int cases_fd, const char *name)
{
	AS_AUTO_BYTES struct as_bytes text = {0};
	char path[128], complaint[2048];
	cr_assert_eq(as_file_read(cases_fd, name, MIB, &text, NULL), 0, "%s", name);
	char *end = strchr(text.data, '\n');
	cr_assert_not_null(end, "%s", name);
	*end = '\0';
	AS_AUTO_BYTES struct as_bytes bytes = zip_make(end + 1);
	put_archive("case.zip", &bytes, path);
	complaint_of(path, complaint, sizeof complaint);
	cr_expect_str_eq(complaint, text.data, "%s:\n  said     %s\n  expected %s", name, complaint,
		text.data);
	expect_nothing_left(name);
}

Test(archive, every_hostile_archive_gets_its_one_line_and_leaves_nothing)
{
	AS_AUTO_FD int cases_fd = open(CASES, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	AS_AUTO_NAMES char **names = as_dir_list(cases_fd, 10000, NULL);
	cr_assert_not_null(names);
	size_t count = 0;
	for (; names[count]; count++)
		try_case(cases_fd, names[count]);
	cr_assert_geq(count, MIN_CASES, "only %zu cases were found in " CASES, count);
}

/* ---- limits, made small ---- */

static const struct zip_limits small = {
	.entry_count = 20,
	.question = "; is this a package?",
	.depth = 3,
	.file_bytes = 4 * MIB,
	.total_bytes = 6 * MIB,
	.free_bytes = 2 * MIB,
	.ratio = 100,
};

/* Packed by an ordinary tool: `count` files of zeros. */
static struct as_bytes pack_zeros(size_t count, size_t size, bool stored)
{
	struct as_bytes bytes = {.data = malloc(64 * MIB)};
	cr_assert_eq(as_archive_load(NULL), 0);
	struct archive *archive = archive_write_new();
	AS_AUTO_FREE char *zeros = calloc(size, 1);
	cr_assert(bytes.data && archive && zeros);
	archive_write_set_format_zip(archive);
	archive_write_set_bytes_in_last_block(archive, 1);
	if (stored)
		archive_write_zip_set_compression_store(archive);
	archive_write_open_memory(archive, bytes.data, 64 * MIB, &bytes.size);
	for (size_t i = 0; i < count; i++) {
		char name[32];
		snprintf(name, sizeof name, "file%zu", i);
		struct archive_entry *entry = archive_entry_new();
		archive_entry_set_pathname(entry, name);
		archive_entry_set_filetype(entry, AE_IFREG);
		archive_entry_set_size(entry, (la_int64_t)size);
		cr_assert_eq(archive_write_header(archive, entry), ARCHIVE_OK);
		cr_assert_eq(archive_write_data(archive, zeros, size), (la_ssize_t)size);
		archive_entry_free(entry);
	}
	cr_assert_eq(archive_write_close(archive), ARCHIVE_OK);
	archive_write_free(archive);
	return bytes;
}

/* "" if it is accepted. */
static void unpack_small(const struct as_bytes *bytes, struct as_error *error)
{
	char path[128], target[128];
	put_archive("small.zip", bytes, path);
	snprintf(target, sizeof target, "%s/target", here);
	cr_assert_eq(as_dir_remove(AT_FDCWD, target, NULL), 0);
	cr_assert_eq(mkdir(target, 0700), 0);
	AS_AUTO_FD int archive_fd = as_file_open(AT_FDCWD, path, NULL);
	AS_AUTO_FD int target_fd = as_dir_open(AT_FDCWD, target, NULL);
	*error = (struct as_error){0};
	int status = zip_unpack(archive_fd, "small.zip", target_fd, &small, NULL, error);
	cr_expect_eq(status, error->kind == AS_ERROR_NONE ? 0 : -1);
}

static void expect_small(struct as_bytes bytes, const char *text)
{
	struct as_error error;
	unpack_small(&bytes, &error);
	cr_expect_str_eq(error.text, text);
	as_bytes_clear(&bytes);
}

Test(archive, archives_that_are_too_large_are_refused_while_unpacking)
{
	/* 3 MiB of zeros fit into 3 KiB, and would exceed the ratio if they were compressed. */
	expect_small(pack_zeros(1, 3 * MIB, true), "");
	expect_small(
		pack_zeros(1, 3 * MIB, false), "compression ratio over 100: possible zip bomb");
	expect_small(
		pack_zeros(2, 3 * MIB / 2, false), "compression ratio over 100: possible zip bomb");
	expect_small(pack_zeros(1, 2 * MIB, false), "");
	expect_small(pack_zeros(1, 5 * MIB, true), "entry 'file0' unpacks to more than 4 MiB");
	expect_small(pack_zeros(3, 3 * MIB, true), "unpacks to more than 6 MiB");
}

/* The number of entries that the last archive left in its folder. */
static void expect_target(size_t expected)
{
	char target[128];
	size_t count = 0;
	snprintf(target, sizeof target, "%s/target", here);
	AS_AUTO_FD int fd = as_dir_open(AT_FDCWD, target, NULL);
	AS_AUTO_NAMES char **names = as_dir_list(fd, 1000, NULL);
	while (names && names[count])
		count++;
	cr_expect_eq(count, expected, "%zu entries were unpacked", count);
}

/* With a record of 64 bits at its end. */
static struct as_bytes pack_many(void)
{
	struct as_bytes bytes = {.data = malloc(64 * MIB)};
	cr_assert_eq(as_archive_load(NULL), 0);
	struct archive *archive = archive_write_new();
	struct archive_entry *entry = archive_entry_new();
	archive_write_set_format_zip(archive);
	archive_write_open_memory(archive, bytes.data, 64 * MIB, &bytes.size);
	for (size_t i = 0; i < 70000; i++) {
		char name[32];
		snprintf(name, sizeof name, "f%zu", i);
		archive_entry_set_pathname(entry, name);
		archive_entry_set_filetype(entry, AE_IFREG);
		archive_entry_set_size(entry, 0);
		cr_assert_eq(archive_write_header(archive, entry), ARCHIVE_OK);
	}
	archive_entry_free(entry);
	cr_assert_eq(archive_write_free(archive), ARCHIVE_OK);
	return bytes;
}

/* Before the first of them is made. */
Test(archive, an_archive_that_lists_too_many_entries_is_not_unpacked)
{
	expect_small(pack_many(), "has too many files and folders: 20 or more; is this a package?");
	expect_target(0);
}

/* The end record, without a record of 64 bits, says that there is one entry. */
static struct as_bytes pack_liar(const char *text)
{
	struct as_bytes bytes = zip_make(text);
	const size_t end = bytes.size - 22;

	cr_assert_eq(memcmp(bytes.data + end, "PK\5\6", 4), 0);
	memcpy(bytes.data + end + 8, "\1\0\1\0", 4);
	return bytes;
}

Test(archive, headers_show_what_is_too_much_before_a_file_is_made)
{
	static const char many[] = "has too many files and folders: 20 or more; is this a package?";
	expect_small(pack_liar("--- many f 20\n"), many);
	expect_target(0);
	expect_small(pack_liar("--- file f\nx\n--- many __MACOSX/f 19\n"), many);
	expect_target(0);
	expect_small(zip_make("--- many f 17\n--- file a/b/x\n"), many);
	expect_target(0);
	expect_small(pack_zeros(3, 3 * MIB, true), "unpacks to more than 6 MiB");
	expect_target(0);
	expect_small(
		pack_zeros(2, 3 * MIB / 2, false), "compression ratio over 100: possible zip bomb");
	expect_target(0);
	expect_small(zip_make("--- many f 3\n--- file a/b/c/d/x\n"),
		"entry 'a/b/c/d/x...' is nested deeper than 3 folders");
	expect_target(0);
}

Test(archive, a_folder_in_several_paths_is_counted_once)
{
	expect_small(zip_make("--- many a/b/f 17\n"), "");
	expect_small(zip_make("--- folder a\n--- folder a/\n--- many a/b/f 17\n"), "");
	expect_small(zip_make("--- many a/b/f 18\n"),
		"has too many files and folders: 20 or more; is this a package?");
}

/* A file that unpacks to more than its header says. */
Test(archive, what_the_headers_hide_is_found_while_unpacking)
{
	AS_AUTO_BYTES struct as_bytes bytes = pack_zeros(1, 3 * MIB, false);
	struct as_error error;
	char *end = memmem(bytes.data, bytes.size, "PK\1\2", 4);
	cr_assert_not_null(end);
	memcpy(end + 24, "\1\0\0\0", 4);
	unpack_small(&bytes, &error);
	cr_expect_eq(error.kind, AS_ERROR_INPUT, "%s", error.text);
}

Test(archive, entries_are_counted_with_the_folders_that_only_paths_speak_of)
{
	static const char many[] = "has too many files and folders: 20 or more; is this a package?";
	expect_small(zip_make("--- many f 19\n"), "");
	expect_small(zip_make("--- many f 20\n"), many);
	expect_target(0);
	expect_small(zip_make("--- many f 17\n--- file a/b/x\n"), many);
	expect_small(zip_make("--- many f 16\n--- file a/b/x\n"), "");
	expect_small(zip_make("--- many __MACOSX/f 20\n"), many);
	expect_small(zip_make("--- many f 18\n--- link l f0\n"), "");
	expect_small(zip_make("--- many f 19\n--- link l f0\n"), many);
}

Test(archive, folders_are_nested_as_deep_as_the_limit_says)
{
	expect_small(zip_make("--- file a/b/c/x\n"), "");
	expect_small(zip_make("--- file a/b/c/d/x\n"),
		"entry 'a/b/c/d/x...' is nested deeper than 3 folders");
}

Test(archive, a_hundred_thousand_entries_are_too_many)
{
	char path[128], complaint[2048];
	AS_AUTO_BYTES struct as_bytes bytes = zip_make("--- many __MACOSX/ 100001\n");
	put_archive("many.zip", &bytes, path);
	complaint_of(path, complaint, sizeof complaint);
	cr_expect_str_eq(
		complaint, "has too many files and folders: 100000 or more; is this a package?");
	expect_nothing_left("100000 entries");
}

/* ---- reading ---- */

static struct as_package *open_archive(const char *name, const char *text)
{
	struct as_error error = {0};
	char path[128];
	AS_AUTO_BYTES struct as_bytes bytes = zip_make(text);
	put_archive(name, &bytes, path);
	struct as_package *package = as_package_open(path, NULL, &error);
	cr_assert_not_null(package, "%s: %s", name, error.text);
	cr_expect_str_eq(package->path, path);
	return package;
}

#define TEST_FILES(folder)                                                                         \
	"--- file " folder "problem.yaml\n" MINIMAL "--- file " folder "data/secret/1.in\n1\n"     \
	"--- file " folder "data/secret/1.ans\n1\n"

Test(archive, its_one_folder_is_the_package)
{
	static const char *const texts[] = {
		TEST_FILES("inside/"),
		"--- folder inside\n" TEST_FILES("inside/"),
		TEST_FILES("./inside/") "--- file .DS_Store\nx\n--- file __MACOSX/inside/._x\nx\n",
	};
	for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
		struct as_package *package = open_archive("outside.zip", texts[i]);
		cr_expect_str_eq(package->short_name, "inside");
		cr_expect_eq(package->test_count, 1);
		as_package_close(package);
		expect_nothing_left(texts[i]);
	}
}

Test(archive, a_package_without_a_top_folder_is_named_after_its_file)
{
	static const char *const names[][2] = {{"sum.zip", "sum"}, {"sum.kpp", "sum"},
		{"sum", "sum"}, {"sum.v2.zip", "sum.v2"}, {"sum.data", "sum"}};
	for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
		struct as_package *package = open_archive(names[i][0], TEST_FILES(""));
		cr_expect_str_eq(package->short_name, names[i][1]);
		as_package_close(package);
	}
}

Test(archive, it_has_the_digest_of_its_folder)
{
	AUTO_FOLDER folder = package_folder_make("");
	struct as_package *unpacked = as_package_open(folder.path, NULL, NULL);
	struct as_package *packed = open_archive("a.zip", TEST_FILES(""));
	cr_assert_not_null(unpacked);
	cr_expect_str_eq(packed->digest, unpacked->digest);
	as_package_close(packed);
	as_package_close(unpacked);
}

Test(archive, links_inside_it_are_followed)
{
	struct as_package *package = open_archive("a.zip",
		TEST_FILES("") "--- link data/secret/2.in 1.in\n--- link data/secret/2.ans "
			       "../../more/2.ans\n--- file more/2.ans\n1\n");
	cr_expect_eq(package->test_count, 2);
	as_package_close(package);
}

/* Of names without the flag for UTF-8: from Windows in the code page of DOS, or in Windows-1252. */
Test(archive, names_in_code_pages_are_read_by_their_letters)
{
	static const struct {
		const char *name, *read;
	} rows[] = {{"L\xc3\xb6sung.py", "L\xc3\xb6sung.py"}, /* UTF-8 */
		{"L\x94sung.py", "L\xc3\xb6sung.py"},
		{"m\x81ller/\x9a"
		 "bung 1.c",
			"m\xc3\xbcller/\xc3\x9c"
			"bung 1.c"},
		{"Gr\x94\xe1"
		 "e.py",
			"Gr\xc3\xb6\xc3\x9f"
			"e.py"},
		{"Stra\xe1"
		 "e.py",
			"Stra\xc3\x9f"
			"e.py"},
		{"L\x9bsning_\x91.py", "L\xc3\xb8sning_\xc3\xa6.py"},
		{"funci\xa2n \xa4.java", "funci\xc3\xb3n \xc3\xb1.java"},
		{"\x90t\x82.py", "\xc3\x89t\xc3\xa9.py"},
		{"solu\x87\xc6o.py", "solu\xc3\xa7\xc3\xa3o.py"},
		{"L\xf6sung.py", "L\xc3\xb6sung.py"},
		{"\xdc"
		 "bung \x96 L\xf6sung.py",
			"\xc3\x9c"
			"bung \xe2\x80\x93 L\xc3\xb6sung.py"},
		{"Stra\xdf"
		 "e.py",
			"Stra\xc3\x9f"
			"e.py"},
		{"solu\xe7\xe3o.py", "solu\xc3\xa7\xc3\xa3o.py"},
		{"\xe9t\xe9.py", "\xc3\xa9t\xc3\xa9.py"}};
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		char read[PATH_MAX];
		cr_assert(zip_name_read(rows[i].name, read, sizeof read), "row %zu", i);
		cr_expect_str_eq(read, rows[i].read, "row %zu", i);
	}
}

Test(archive, names_that_differ_in_case_are_two)
{
	struct as_package *package = open_archive("a.zip",
		TEST_FILES("") "--- file data/secret/a.in\n1\n--- file data/secret/a.ans\n1\n"
			       "--- file data/secret/A.in\n1\n--- file data/secret/A.ans\n1\n");
	cr_expect_eq(package->test_count, 3);
	as_package_close(package);
}

Test(archive, programs_stay_executable_and_nothing_is_writable_by_others)
{
	struct stat status;
	struct as_package *package =
		open_archive("a.zip", TEST_FILES("") "--- program input_validators/v/run\nx\n");
	cr_assert_eq(fstatat(package->tree.fd, "input_validators/v/run", &status, 0), 0);
	cr_expect_eq(status.st_mode & 07777, 0755, "%o", status.st_mode);
	cr_assert_eq(fstatat(package->tree.fd, "problem.yaml", &status, 0), 0);
	cr_expect_eq(status.st_mode & 07777, 0644, "%o", status.st_mode);
	cr_assert_eq(stat(package->unpacked_path, &status), 0);
	cr_expect_eq(status.st_mode & 07777, 0700, "%o", status.st_mode);
	as_package_close(package);
}

Test(archive, complaints_about_its_files_name_the_archive)
{
	char path[128];
	struct as_error error = {0};
	AS_AUTO_BYTES struct as_bytes bytes =
		zip_make(TEST_FILES("a/") "--- file a/data/secret/test_group.yaml\nmax_scor: 1\n");
	put_archive("bad.zip", &bytes, path);
	cr_assert_null(as_package_open(path, NULL, &error));
	cr_expect(strstr(error.where, "/bad.zip/data/secret/test_group.yaml"), "%s", error.where);
	expect_nothing_left("a package that is refused");
}
