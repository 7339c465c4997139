/* SPDX-License-Identifier: MIT */
/**
 * manual: what people decide about marks, in two CSV files. manual.csv has a row for each person,
 * and for each manual item the columns ID and "ID comment". overrides.csv has a row for each
 * decision, with the columns id, item, mark, reason. Part of marks.h.
 *
 * Assay reads both files and writes manual.csv: it adds missing rows and columns, and keeps every
 * mark and comment, also those of unknown columns and people. It never writes overrides.csv.
 */
#ifndef ASSAY_GRADE_MARKS_MANUAL_H
#define ASSAY_GRADE_MARKS_MANUAL_H

#include <assay/grade/marks/pseudonym.h>
#include <assay/grade/marks/scheme.h>

/** A person of the class; borrowed texts. */
struct as_person_key {
	const char *id;
	const char *name;
	const char *group; /**< name of the person's group; NULL: none */
	/** The pseudonym, which the tables may have instead of the id; "": none. */
	char alias[AS_PSEUDONYM_SIZE];
	/** Blind marking: files and messages have the pseudonym and no name. */
	bool is_blind;
	size_t place; /**< private: in the order of the class */
};

/** The mark of one manual item. */
struct as_manual_mark {
	bool is_marked;
	int64_t points_e4; /**< 0 to the item's points, if marked */
	char *comment;     /**< NULL: none */
	/** as_manual_share: the id of the member whose mark it is, borrowed from `ids`; NULL: the
	 * mark is in the person's own row. */
	const char *giver;
};

struct as_manual_row {
	char *id;
	unsigned line; /**< in the file */
	struct as_manual_mark
		*marks; /**< one for each item of the scheme; unset for automatic ones */
};

/** `{0}` is empty: no marks. Sorted by id. */
struct as_manual {
	struct as_manual_row *rows;
	size_t count;
	size_t item_count;
};

/**
 * Reads manual.csv at `path`; a file that does not exist is the same as an empty one. Adds a
 * finding with "FILE:LINE" for each row or cell that is wrong.
 *
 * Errors: a mark that is not a number or is above the item's points; marks in a row without an id;
 * two rows of one person, neither of which is used. Warnings: a row of a person who is not in the
 * class; a column whose name is close to an item's id. A note: rows without marks of people who are
 * not in the class. -1: the file cannot be read, is not a CSV with a column id, or contains two
 * columns for one item.
 */
int as_manual_read(struct as_manual *manual, const struct as_scheme *scheme, const char *path,
	const struct as_person_key *people, size_t people_count, struct as_findings *findings,
	struct as_error *error) AS_MUST_USE AS_NONNULL(1, 2, 3, 6);
/** Sets the mark of a person for a manual item in a table in memory, which is `{0}` at first.
 * Copies the texts; `giver` is ignored. The caller checks the points. */
int as_manual_set(struct as_manual *manual, const struct as_scheme *scheme, const char *id,
	size_t item, const struct as_manual_mark *mark, struct as_error *error) AS_MUST_USE
	AS_NONNULL(1, 2, 3, 5);
void as_manual_clear(struct as_manual *manual) AS_NONNULL(1);
/** The marks of a person, one for each item, borrowed; NULL: the file has no row for the person. */
const struct as_manual_mark *as_manual_of(const struct as_manual *manual, const char *id)
	AS_NONNULL(1, 2);
/** Shares manual marks in a team: a member without a mark for an item gets that of the others, if
 * these agree, with the comment of the first of them. Items that are `individual` are not shared.
 * `ids` are those of the members. -1: out of memory. */
int as_manual_share(struct as_manual *manual, const struct as_scheme *scheme,
	const char *const *ids, size_t count, struct as_error *error) AS_MUST_USE
	AS_NONNULL(1, 2, 3);
/**
 * Adds missing rows of people and missing columns of manual items, or creates the file. A complete
 * file is not touched. New rows are in the order of the people. In blind marking, the pseudonym
 * replaces the id and the name of a known person, and rows are sorted by pseudonym; otherwise ids
 * and names are restored, in the order of the people. No other cell changes. If the scheme has no
 * manual items, the file changes only in blind marking: if it exists, pseudonyms replace the ids
 * and names in it.
 *
 * Returns 1 if the file was written, 0 if nothing was missing or the scheme has no manual items.
 * -1: the file cannot be read (as in as_manual_read), was changed meanwhile, or cannot be written;
 * it is then unchanged.
 */
int as_manual_update(const struct as_scheme *scheme, const char *path,
	const struct as_person_key *people, size_t people_count, struct as_error *error) AS_MUST_USE
	AS_NONNULL(1, 2);

/** A person's decision that replaces a mark. */
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

/** Reads overrides.csv, like as_manual_read; missing columns return -1. The item is an id of the
 * scheme or "total". These rows are errors and are left out: an unknown item, no reason, a mark
 * above the maximum, and both of two decisions about one mark. */
int as_overrides_read(struct as_overrides *overrides, const struct as_scheme *scheme,
	const char *path, const struct as_person_key *people, size_t people_count,
	struct as_findings *findings, struct as_error *error) AS_MUST_USE AS_NONNULL(1, 2, 3, 6);
/** Likewise a decision about an item, or (SIZE_MAX) the total. */
int as_overrides_set(struct as_overrides *overrides, const char *id, size_t item, int64_t points_e4,
	const char *reason, struct as_error *error) AS_MUST_USE AS_NONNULL(1, 2, 5);
void as_overrides_clear(struct as_overrides *overrides) AS_NONNULL(1);

/** Adds a warning for each extension of the scheme whose id is not in the class. */
int as_extensions_check(const struct as_scheme *scheme, const struct as_person_key *people,
	size_t people_count, struct as_findings *findings, struct as_error *error) AS_MUST_USE
	AS_NONNULL(1, 4);

#endif
