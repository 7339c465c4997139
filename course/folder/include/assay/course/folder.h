/* SPDX-License-Identifier: MIT */
/** folder: a course as people write it. (Stub of the author of course/log: replaced.) */
#ifndef ASSAY_COURSE_FOLDER_H
#define ASSAY_COURSE_FOLDER_H
#include <assay/grade/class.h>
#include <assay/grade/marks.h>
enum as_course_role { AS_COURSE_STUDENT, AS_COURSE_TEACHER, AS_COURSE_MARKER, AS_COURSE_VIEWER };
struct as_course_person {
	char *id, *name, *mail, *username, *section, *group, *hash;
	enum as_course_role role;
};
struct as_course_assignment {
	char *id;
	struct as_scheme scheme;
	char digest[AS_DIGEST_HEX_SIZE];
	struct as_package **packages;
};
struct as_course {
	char *path, *id, *title;
	struct as_zone *clock;
	struct as_course_person *people;
	size_t person_count;
	struct as_course_assignment *assignments;
	size_t assignment_count;
};
#define as_course_key as_class_owner
int as_course_time_parse(const struct as_course *course, const char *text, int64_t *time_s,
	struct as_error *error) AS_MUST_USE;
#endif
