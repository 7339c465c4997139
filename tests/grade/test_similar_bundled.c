/* SPDX-License-Identifier: MIT */
/* The accepted submissions of the packages of this repository, each compared with a version that
 * tests/support/disguise.py has disguised. */
#include "similar_case.h"

#include <fcntl.h>
#include <glob.h>

static glob_t accepted_submissions(void)
{
	glob_t found;
	cr_assert_eq(
		glob(ASSAY_SOURCE_DIR "/problems/*/submissions/accepted/*.*", 0, NULL, &found), 0);
	cr_assert_gt(found.gl_pathc, 40);
	return found;
}

static struct as_bytes read_path(const char *path)
{
	struct as_bytes bytes = {0};
	struct as_error error = {0};
	cr_assert_eq(as_file_read(AT_FDCWD, path, 100000, &bytes, &error), 0, "%s", error.text);
	return bytes;
}

static bool is_compared(const char *path)
{
	return as_source_language_of(path) != AS_SOURCE_OTHER;
}

/* Of the path of the package. */
static size_t package_length(const char *path)
{
	return (size_t)(strstr(path, "/submissions/") - path);
}

static bool is_one_package(const char *path, const char *other)
{
	size_t length = package_length(path);
	return length == package_length(other) && memcmp(path, other, length) == 0;
}

static FILE *start_disguise(const glob_t *found)
{
	char command[20000] = "python3 " ASSAY_SOURCE_DIR "/tests/support/disguise.py";
	for (size_t i = 0; i < found->gl_pathc; i++) {
		if (!is_compared(found->gl_pathv[i]))
			continue;
		strcat(command, " ");
		strcat(command, found->gl_pathv[i]);
	}
	FILE *pipe = popen(command, "re");
	cr_assert(pipe);
	return pipe;
}

static struct as_bytes read_disguised(FILE *pipe)
{
	struct as_bytes bytes = {0};
	cr_assert_eq(fscanf(pipe, "%zu", &bytes.size), 1);
	cr_assert(getc(pipe) == '\n' && bytes.size > 0 && bytes.size < 100000);
	bytes.data = calloc(1, bytes.size + 1);
	cr_assert_eq(fread(bytes.data, 1, bytes.size, pipe), bytes.size);
	return bytes;
}

Test(similar_bundled, disguised_copies_are_found)
{
	glob_t found = accepted_submissions();
	FILE *pipe = start_disguise(&found);
	for (size_t i = 0; i < found.gl_pathc; i++) {
		const char *path = found.gl_pathv[i];
		if (!is_compared(path))
			continue;
		AS_AUTO_SIMILAR struct as_similar *similar = new_class(NULL);
		AS_AUTO_BYTES struct as_bytes original = read_path(path);
		AS_AUTO_BYTES struct as_bytes disguised = read_disguised(pipe);
		add_bytes(similar, "original", path, original.data, original.size);
		add_bytes(similar, "disguised", path, disguised.data, disguised.size);
		AS_AUTO_SIMILAR_REPORT struct as_similar_report report = compare(similar);
		cr_assert_eq(report.pair_count + report.cluster_count, 1, "%s", path);
		for (int side = 0; report.pair_count && side < 2; side++)
			cr_expect_geq(report.pairs[0].sides[side].share, 8000, "%s: %u", path,
				report.pairs[0].sides[side].share);
	}
	cr_expect_eq(pclose(pipe), 0);
	globfree(&found);
}

Test(similar_bundled, different_solutions_are_not_similar)
{
	glob_t found = accepted_submissions();
	for (size_t i = 0; i < found.gl_pathc;) {
		AS_AUTO_SIMILAR struct as_similar *similar = new_class(NULL);
		const char *first = found.gl_pathv[i];
		for (; i < found.gl_pathc && is_one_package(first, found.gl_pathv[i]); i++) {
			AS_AUTO_BYTES struct as_bytes text = read_path(found.gl_pathv[i]);
			add_bytes(similar, found.gl_pathv[i], found.gl_pathv[i], text.data,
				text.size);
		}
		AS_AUTO_SIMILAR_REPORT struct as_similar_report report = compare(similar);
		cr_expect_eq(report.pair_count, 0, "%s: %u", first,
			report.pair_count ? report.pairs[0].sides[0].share : 0);
	}
	globfree(&found);
}
