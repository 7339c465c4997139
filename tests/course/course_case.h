/* SPDX-License-Identifier: MIT */
/* A course's folder, described by a text: it starts with the course below; lines that begin with
 * "--- " are as in package_case.h. */
#ifndef ASSAY_TESTS_COURSE_CASE_H
#define ASSAY_TESTS_COURSE_CASE_H

#include "judge/package_case.h"

#include <assay/course/folder.h>

#define MINIMAL ASSAY_SOURCE_DIR "/tests/data/valid/minimal"
#define WEEK                                                                                       \
	"title: Week 1\ndue: 2026-10-05 23:59\npackage: " MINIMAL                                  \
	"\nitems:\n- {id: a, points: 10}\n"
#define MINIMAL_COURSE                                                                             \
	"--- file course.yaml\nid: algo1\nzone: Europe/Berlin\n"                                   \
	"--- file people.csv\nid,name,email,username,role,section,group\n"                         \
	"t1,Ada Lovelace,ada@x.org,ada,teacher,,\n"                                                \
	"s1,Alan Turing,alan@x.org,alan,student,A,\n"                                              \
	"s2,Grace Hopper,grace@x.org,grace,,B,\n"                                                  \
	"--- file accounts.yaml\n- {id: t1, password: correct-horse}\n"                            \
	"- {id: s1, password: correct-horse}\n- {id: s2, password: correct-horse}\n"               \
	"--- file assignments/week1.yaml\n" WEEK

static inline struct package_folder course_folder_make(const char *text)
{
	struct package_folder folder = {.path = "/tmp/assay-course.XXXXXX", .fd = -1};

	cr_assert(mkdtemp(folder.path));
	folder.fd = open(folder.path, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	cr_assert_geq(folder.fd, 0);
	package_folder_apply(&folder, MINIMAL_COURSE);
	package_folder_apply(&folder, text);
	fchmodat(folder.fd, "accounts.yaml", 0600, 0);
	return folder;
}

static inline struct as_course *open_course(const char *path)
{
	static const char *const languages[] = {"c", "cpp", "java", "python3", NULL};
	const struct as_course_options options = {.languages = languages};
	struct as_error error = {0};
	struct as_course *course = as_course_open(path, &options, NULL, &error);

	cr_assert_not_null(course, "%s: %s", error.where, error.text);
	return course;
}

/* Each finding as a line: "error course.yaml:1:2: TEXT", with DIR for the course's path. */
static inline char *course_findings(const struct as_course *course)
{
	char *text = NULL;
	size_t size;
	FILE *out = open_memstream(&text, &size);

	for (size_t i = 0; i < course->findings.count; i++) {
		const struct as_finding *finding = &course->findings.items[i];
		const char *at = finding->text, *path;
		fprintf(out, "%s %s: ", as_finding_level_name(finding->level), finding->where);
		for (; (path = strstr(at, course->path)); at = path + strlen(course->path))
			fprintf(out, "%.*sDIR", (int)(path - at), at);
		fprintf(out, "%s\n", at);
	}
	fclose(out);
	return text;
}

#endif
