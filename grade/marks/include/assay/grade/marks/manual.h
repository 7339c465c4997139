/* SPDX-License-Identifier: MIT */
/**
 * manual: what people decide about marks, in two CSV files: manual.csv has a row a person, and for
 * each manual item a column ID and a column "ID comment"; overrides.csv has a row a decision, with
 * the columns id, item, mark, reason. Part of marks.h.
 *
 * Assay reads both, and writes manual.csv: it adds rows and columns that are missing, and leaves
 * every mark and comment that is there, also those of columns and people that it does not know. It
 * never writes overrides.csv.
 */
#ifndef ASSAY_GRADE_MARKS_MANUAL_H
#define ASSAY_GRADE_MARKS_MANUAL_H

#include <assay/grade/marks/pseudonym.h>
#include <assay/grade/marks/scheme.h>

/** A person of the class; borrowed texts. */
struct as_person_key {
	const char *id;
	const char *name;
	/** The pseudonym, which the tables may have in place of the id; "": none. */
	char alias[AS_PSEUDONYM_SIZE];
	/** Blind marking: what is written and said has the pseudonym, and no name. */
	bool is_blind;
};

/** The mark of one manual item. */
struct as_manual_mark {
	bool given;
	int64_t points_e4; /**< 0 to the item's points, if given */
	char *comment;     /**< NULL: none */
};

struct as_manual_row {
	char *id;
	unsigned line; /**< in the file */
	struct as_manual_mark
		*marks; /**< one for each item of the scheme; unset for automatic ones */
};

/** `{0}` is empty: nobody has a mark. Sorted by id. */
struct as_manual {
	struct as_manual_row *rows;
	size_t count;
	size_t item_count;
};
#define AS_AUTO_MANUAL AS_AUTO(as_manual_clear)

/**
 * Reads manual.csv at `path`; a file that does not exist is an empty one. Findings: one line for
 * each row or cell that is wrong, with "FILE:LINE". An error: a mark that is not a number or is
 * above the item's points, marks in a row without an id, two rows of one person, of whom then no
 * mark is used. A warning: a row of nobody in the class, a column that is close to an item's id.
 * -1: the file cannot be read, is not a CSV with a column id, or has two columns of one item.
 */
int as_manual_read(struct as_manual *manual, const struct as_scheme *scheme, const char *path,
	const struct as_person_key *people, size_t people_count, struct as_findings *findings,
	struct as_error *error) AS_MUST_USE AS_NONNULL(1, 2, 3, 6);
void as_manual_clear(struct as_manual *manual) AS_NONNULL(1);
/** The marks of a person, one for each item; NULL: the file has no row. Borrowed. */
const struct as_manual_mark *as_manual_of(const struct as_manual *manual, const char *id)
	AS_NONNULL(1, 2);
/**
 * Adds the rows of people and the columns of manual items that the file does not have, or makes the
 * file; a file that lacks nothing is not touched. New rows are in the order of the people. The id
 * and the name of a known person become the pseudonym if marking is blind, and are put back if it
 * is not any more; no other cell is changed. Returns
 * 1 if it was written, 0 if nothing was missing or the scheme has no manual items, -1: the file
 * cannot be read (as as_manual_read), it changed meanwhile, or it cannot be written; it is then as
 * it was.
 */
int as_manual_update(const struct as_scheme *scheme, const char *path,
	const struct as_person_key *people, size_t people_count, struct as_error *error) AS_MUST_USE
	AS_NONNULL(1, 2);

/** A decision of a person over a mark. */
struct as_override {
	char *id;    /**< the person's */
	size_t item; /**< SIZE_MAX: the total */
	int64_t points_e4;
	char *reason; /**< never empty */
	unsigned line;
};

/** `{0}` is empty. Sorted by id, then by item. */
struct as_overrides {
	struct as_override *items;
	size_t count;
};
#define AS_AUTO_OVERRIDES AS_AUTO(as_overrides_clear)

/** Reads overrides.csv, as as_manual_read; columns that are missing are -1. The item is an id of
 * the scheme or "total". Errors, which leave out the row: an unknown item, no reason, a mark above
 * the maximum; two decisions over one mark, of which neither is used. */
int as_overrides_read(struct as_overrides *overrides, const struct as_scheme *scheme,
	const char *path, const struct as_person_key *people, size_t people_count,
	struct as_findings *findings, struct as_error *error) AS_MUST_USE AS_NONNULL(1, 2, 3, 6);
void as_overrides_clear(struct as_overrides *overrides) AS_NONNULL(1);

/** Adds a warning for each extension of the scheme that is of nobody in the class. */
int as_extensions_check(const struct as_scheme *scheme, const struct as_person_key *people,
	size_t people_count, struct as_findings *findings, struct as_error *error) AS_MUST_USE
	AS_NONNULL(1, 4);

#endif
