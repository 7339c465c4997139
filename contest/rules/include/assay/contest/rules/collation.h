/* SPDX-License-Identifier: MIT */
/**
 * collation: sort keys of names, for as_board_set_key. Part of rules.h. The order is that of the
 * Unicode Collation Algorithm for English of the USA (en-US), which the Contest API prescribes for
 * the rows of a scoreboard, except that numbers are ordered by value: Team 2 comes before Team 10.
 *
 * One thread at a time may use a collation.
 */
#ifndef ASSAY_CONTEST_RULES_COLLATION_H
#define ASSAY_CONTEST_RULES_COLLATION_H

#include <assay/base.h>

struct as_collation;

/** NULL: AS_ERROR_MACHINE if ICU's data is missing, or out of memory. */
struct as_collation *as_collation_open(struct as_error *error) AS_MUST_USE;
void as_collation_close(struct as_collation *collation);
/** Makes the key of a name; clear it. Keys are compared as memcmp does, a prefix first. Bytes that
 * are not UTF-8 count as U+FFFD. Keys must not leave the process: another version of ICU can make
 * others. On failure `key` is empty. */
int as_collation_key(struct as_collation *collation, const char *name, struct as_bytes *key,
	struct as_error *error) AS_MUST_USE AS_NONNULL(1, 2, 3);
/** A collation whose keys are equal for names that differ in case, accents, blanks and punctuation
 * only; the same errors. */
struct as_collation *as_collation_open_loose(struct as_error *error) AS_MUST_USE;
/** A collation for as_collation_looks; the same errors. */
struct as_collation *as_collation_open_alike(struct as_error *error) AS_MUST_USE;

/** Makes the looks of a name: texts on the heap, free each. Two names are alike if they have an
 * equal text: they differ at most in case, blanks, punctuation and invisible characters, or look
 * alike (UTS #39): a Latin and a Cyrillic a, l and 1, O and 0. A name of invisible characters and
 * punctuation alone has no looks: all are NULL. On failure all are NULL. */
#define AS_COLLATION_LOOKS 3
int as_collation_looks(struct as_collation *collation, const char *name,
	char *looks[AS_COLLATION_LOOKS], struct as_error *error) AS_MUST_USE AS_NONNULL(1, 2, 3);

#endif
