/* SPDX-License-Identifier: MIT */
/* Readers of the values of a scheme, shared by its files; private to grade/marks. */
#ifndef ASSAY_GRADE_MARKS_READING_H
#define ASSAY_GRADE_MARKS_READING_H

#include <assay/base/node.h>
#include <assay/grade/marks/scheme.h>

/* ---- values (reading.c) ---- */

/* A copy of a text without control characters. */
int reading_text(const struct as_node *node, char **copy, struct as_error *error) AS_MUST_USE;
/* Sets `index` to the position of the word in `names`. */
int reading_word(const struct as_node *node, const char *const *names, size_t count, size_t *index,
	struct as_error *error) AS_MUST_USE;
/* A list of words as a NULL-terminated array on the heap; an empty list is an error. */
int reading_words(const struct as_node *node, char ***copies, struct as_error *error) AS_MUST_USE;
/* A plain number of points. */
int reading_points(
	const struct as_node *node, int64_t *points_e4, struct as_error *error) AS_MUST_USE;
/* A plain number of points, or a percentage such as 10%. */
int reading_amount(
	const struct as_node *node, struct as_amount *amount, struct as_error *error) AS_MUST_USE;
int reading_span(const struct as_node *node, int64_t *span_s, struct as_error *error) AS_MUST_USE;
int reading_time(const struct as_node *node, int64_t *time_s, int32_t *offset_s,
	struct as_error *error) AS_MUST_USE;

#define READING_MAX_ID_BYTES 40
/* What the reserved id stands for, such as a column of marks.csv; NULL: the id is not reserved. */
const char *reading_reserved(const char *id);

/* ---- parts of the scheme ---- */

/* Values of items that do not set the key. */
struct reading_defaults {
	const char *package; /* borrowed from the document; NULL: none */
	enum as_visibility visibility;
	enum as_feedback feedback;
	bool counterexample;
	enum as_tolerate_key tolerate_key;
	unsigned tolerate; /* bits of enum as_tolerance */
};
int reading_visibility(const struct as_node *node, enum as_visibility *visibility,
	struct as_error *error) AS_MUST_USE;
/* A list of names of enum as_tolerance, which may be empty. */
int reading_tolerate(
	const struct as_node *node, unsigned *tolerate, struct as_error *error) AS_MUST_USE;
int reading_feedback(
	const struct as_node *node, enum as_feedback *feedback, struct as_error *error) AS_MUST_USE;

/* scheme_items.c: the list `items`. */
int scheme_items_read(const struct as_node *node, const struct reading_defaults *defaults,
	struct as_scheme *scheme, struct as_error *error) AS_MUST_USE;
#define SCHEME_MAX_ITEMS 1000
/* scheme.c */
void scheme_item_clear(struct as_item *item);
/* scheme_late.c: the values of `late` and `extensions`; the deadline has been read before. */
int scheme_late_read(const struct as_node *node, void *scheme, struct as_error *error) AS_MUST_USE;
int scheme_extensions_read(
	const struct as_node *node, void *scheme, struct as_error *error) AS_MUST_USE;

/* scheme_hand_in.c: the values of its keys; the deadline has been read before. */
void scheme_hand_in_init(struct as_hand_in *hand_in);
int scheme_hand_in_read(
	const struct as_node *node, void *scheme, struct as_error *error) AS_MUST_USE;
int scheme_attempts_read(
	const struct as_node *node, void *scheme, struct as_error *error) AS_MUST_USE;
int scheme_opens_read(
	const struct as_node *node, struct as_scheme *scheme, struct as_error *error) AS_MUST_USE;
int scheme_release_read(
	const struct as_node *node, struct as_scheme *scheme, struct as_error *error) AS_MUST_USE;
/* Either a word, which is the default of items, or a mapping, which also sets that default. */
int scheme_feedback_read(const struct as_node *node, struct as_hand_in *hand_in,
	struct reading_defaults *defaults, struct as_error *error) AS_MUST_USE;
void scheme_hand_in_clear(struct as_hand_in *hand_in);

/* scheme_zone.c: reads a time of the scheme. Call it after the scheme's zone, if any, has been
 * read. */
int scheme_time_read(const struct as_scheme *scheme, const struct as_node *node, int64_t *time_s,
	int32_t *offset_s, struct as_error *error) AS_MUST_USE;
/* Checks the order of opens, due and release. */
int scheme_times_check(const struct as_scheme *scheme, const struct as_node *root,
	struct as_error *error) AS_MUST_USE;
/* Sets the zone and its clock. */
int scheme_zone_open(
	struct as_scheme *scheme, const char *name, struct as_error *error) AS_MUST_USE;

/* scope.c: the result of as_scheme_bind. */
void as_item_scope_free(struct as_item_scope *scope);

#endif
