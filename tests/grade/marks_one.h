/* SPDX-License-Identifier: MIT */
/* The marks of a class of one person, with a package and a manual item. */
#ifndef ASSAY_TESTS_MARKS_ONE_H
#define ASSAY_TESTS_MARKS_ONE_H

#include "marks_case.h"

#define DUE_S 1791237540 /* 2026-10-05T23:59:00+02:00 */
#define DAY_S 86400
#define HOUR_S 3600
#define DUE "due: 2026-10-05T23:59:00+02:00\n"
/* 12 points from a package of four tests, 8 from manual marks. */
#define ITEMS                                                                                      \
	"items:\n"                                                                                 \
	"  - {id: auto, package: p, points: 12, partial: per_test}\n"                              \
	"  - {id: hand, manual: true, points: 8}\n"

/* A class of one person. */
struct one {
	struct class_package package;
	struct class_result result;
	struct as_scheme scheme;
	struct as_work work;
	struct as_manual_mark manual_marks[4];
	struct as_manual_row row;
	struct as_manual manual;
	struct as_override override[3];
	struct as_overrides overrides;
	struct as_marking marking;
	struct as_marks marks;
};

static inline void begin(struct one *one, const char *scheme, const char *letters)
{
	*one = (struct one){0};
	MAKE_PACKAGE(&one->package, "p", {{"secret", NO_POINTS, 4}});
	read_scheme(&one->scheme, scheme);
	bind_scheme(&one->scheme, 0, &one->package);
	make_result(&one->result, &one->package, letters);
	one->work = (struct as_work){.submitted = true, .result = &one->result.result};
	one->row = (struct as_manual_row){.id = (char *)"s1", .marks = one->manual_marks};
	one->manual = (struct as_manual){
		.rows = &one->row, .count = 1, .item_count = one->scheme.item_count};
	one->overrides.items = one->override;
	one->marking = (struct as_marking){.scheme = &one->scheme,
		.id = "s1",
		.works = &one->work,
		.submitted = true,
		.time_known = true,
		.time_s = DUE_S - HOUR_S,
		.manual = &one->manual,
		.overrides = &one->overrides};
}

static inline void give(struct one *one, size_t item, int64_t points_e4)
{
	one->manual_marks[item] = (struct as_manual_mark){
		.is_marked = true, .points_e4 = points_e4, .comment = (char *)"well done"};
}

static inline void override(struct one *one, size_t item, int64_t points_e4)
{
	one->override[one->overrides.count++] = (struct as_override){.id = (char *)"s1",
		.item = item,
		.points_e4 = points_e4,
		.reason = (char *)"oral exam"};
}

static const struct as_marks *mark(struct one *one)
{
	as_marks_clear(&one->marks);
	compute(&one->marking, &one->marks);
	return &one->marks;
}

static inline void end(struct one *one)
{
	as_marks_clear(&one->marks);
	as_scheme_clear(&one->scheme);
}

#endif
