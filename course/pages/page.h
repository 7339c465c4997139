/* SPDX-License-Identifier: MIT */
/* page: private header: the frame of a page, and common parts. */
#ifndef COURSE_PAGES_PAGE_H
#define COURSE_PAGES_PAGE_H

#include <assay/course/pages.h>
#include <assay/html.h>
#include <assay/site/parts.h>
#include <inttypes.h>
#include <string.h>

#define COURSE_DASH "\xe2\x80\x93"
#define COURSE_DOT " \xc2\xb7 "

/* The entries of the navigation. */
enum course_place {
	COURSE_ELSEWHERE,
	COURSE_HOME,
	COURSE_CLASS,
	COURSE_REQUESTS,
	COURSE_AUDIT,
	COURSE_LOGIN,
	COURSE_PASSWORD,
};
struct course_frame {
	enum course_place place;
	const char *title; /* untrusted; also the title of the window */
	bool is_wide;      /* a table that uses the whole width */
	bool is_live;      /* has a part that is updated live */
	bool has_form;     /* hands in */
	bool has_math;
};
/* Writes a page from the doctype to the heading in <main>. */
void course_begin(FILE *out, const struct as_course_visit *visit, const struct course_frame *frame);
void course_end(FILE *out, const struct as_course_visit *visit);

/* True for teachers, markers and viewers; true for those who may give marks; for teachers. */
bool course_is_staff(const struct as_course_visit *visit);
bool course_may_mark(const struct as_course_visit *visit);
bool course_is_teacher(const struct as_course_visit *visit);

static inline const struct as_course *course_of(const struct as_course_visit *visit)
{
	return as_course_log_course(visit->log);
}
/* <a href="BASE PATH PART REST">, which the caller closes; `part` and `rest` may be NULL. */
void course_link(FILE *out, const struct as_course_visit *visit, const char *path, const char *part,
	const char *rest);
void course_form(
	FILE *out, const struct as_course_visit *visit, const char *path, const char *kind);
/* The name of a person; of one who is not in people.csv, the key. */
void course_name(FILE *out, const struct as_course_visit *visit, size_t person);
/* The title of an assignment, or its id. */
const char *course_title(const struct as_course_visit *visit, size_t assignment);
/* A moment by the course's clock, with its offset where that matters. */
void course_moment(FILE *out, const struct as_course_visit *visit, int64_t wall_ms);
/* The time that is left until a moment, which a script counts down if it is short. */
void course_left(FILE *out, const struct as_course_visit *visit, int64_t until_ms);
void course_points(FILE *out, int64_t points_e4);
/* "12 of 20". */
void course_share(FILE *out, int64_t points_e4, int64_t full_e4);
static inline void course_verdict(FILE *out, enum as_verdict verdict)
{
	as_site_write_verdict(out, as_verdict_name(verdict), as_verdict_title(verdict));
}

/* The row of a person in a class; NULL: there is none. */
const struct as_class_row *course_row(
	const struct as_course_visit *visit, const struct as_course_marks *marks, size_t person);
/* True if nothing was handed in, and something still may be: there is nothing to decide. */
bool course_is_awaited(const struct as_class_row *row);
/* True if the visitor sees the mark of an item, or, with SIZE_MAX, the total. */
bool course_shows(const struct as_course_visit *visit, size_t assignment, size_t item);

#endif
