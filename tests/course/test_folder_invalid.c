/* SPDX-License-Identifier: MIT */
/* Malformed files of course.yaml, by tests/data/{valid,invalid}/course. */
#include "course_case.h"

#define INVALID ASSAY_SOURCE_DIR "/tests/data/invalid/course"
#define VALID ASSAY_SOURCE_DIR "/tests/data/valid/course"

/* The first line of the file is "# " and the first finding. */
static void try_invalid(int fd, const char *name)
{
	AS_AUTO_BYTES struct as_bytes text = {0};

	cr_assert_eq(as_file_read(fd, name, 1 << 20, &text, NULL), 0, "%s", name);
	AS_AUTO_FREE char *files = as_text_format(NULL, "--- file course.yaml\n%s", text.data);
	AUTO_FOLDER folder = course_folder_make(files);
	AS_AUTO_COURSE struct as_course *course = open_course(folder.path);
	AS_AUTO_FREE char *found = course_findings(course);
	const char *expected = text.data + 2;
	const size_t length = strcspn(expected, "\n");
	cr_expect(strncmp(found, expected, length) == 0 && found[length] == '\n',
		"%s:\n  said     %s  expected %.*s", name, found, (int)length, expected);
	cr_expect_gt(course->findings.error_count, 0);
}

static size_t try_all(const char *path, const char *ending, void (*try)(int fd, const char *name))
{
	AS_AUTO_FD int fd = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	AS_AUTO_NAMES char **names = as_dir_list(fd, 1000, NULL);
	size_t count = 0;

	cr_assert_not_null(names);
	for (char **name = names; *name; name++) {
		if (!as_text_ends(*name, ending))
			continue;
		try(fd, *name);
		count++;
	}
	return count;
}

Test(course_folder_invalid, every_malformed_course_has_its_finding)
{
	cr_expect_geq(try_all(INVALID, ".yaml", try_invalid), 10);
}

/* JSON is YAML. The test docs/course_schema compares the schema with the same documents. */
static size_t errors_of(int fd, const char *name)
{
	AS_AUTO_BYTES struct as_bytes text = {0};

	cr_assert_eq(as_file_read(fd, name, 1 << 20, &text, NULL), 0, "%s", name);
	AS_AUTO_FREE char *files = as_text_format(NULL,
		"--- file course.yaml\n%s\n--- remove people.csv\n--- remove "
		"assignments/week1.yaml\n",
		text.data);
	AUTO_FOLDER folder = course_folder_make(files);
	AS_AUTO_COURSE struct as_course *course = open_course(folder.path);
	size_t count = 0;
	for (size_t i = 0; i < course->findings.count; i++)
		count += course->findings.items[i].level == AS_FINDING_ERROR &&
			 strncmp(course->findings.items[i].where, "course.yaml", 11) == 0;
	return count;
}

static void try_valid_json(int fd, const char *name)
{
	cr_expect_eq(errors_of(fd, name), 0, "%s", name);
}

static void try_invalid_json(int fd, const char *name)
{
	cr_expect_gt(errors_of(fd, name), 0, "%s", name);
}

Test(course_folder_invalid, the_reader_agrees_with_the_schema)
{
	cr_expect_geq(try_all(VALID, ".json", try_valid_json), 3);
	cr_expect_geq(try_all(INVALID, ".json", try_invalid_json), 10);
}
