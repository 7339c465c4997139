/* SPDX-License-Identifier: MIT */
/** sheet: the platform's table of marks. Part of submissions.h. */
#ifndef ASSAY_GRADE_SUBMISSIONS_SHEET_H
#define ASSAY_GRADE_SUBMISSIONS_SHEET_H

#include <assay/base.h>

struct as_submissions;

/** The name of the sheet, for messages; "" without one. Borrowed. */
const char *as_sheet_name(const struct as_submissions *submissions) AS_NONNULL(1);
/** True if the sheet is a gradebook of Canvas; false: it is another one, or there is none. */
bool as_sheet_is_canvas(const struct as_submissions *submissions) AS_NONNULL(1);

/** True if the sheet is a gradebook of Canvas, and the person's cell in `column` is EX (excused) or
 * N/A (the person does not have the assignment). False if the sheet has no such column. */
bool as_sheet_is_excused(
	const struct as_submissions *submissions, const char *column, size_t person) AS_NONNULL(1);

/** The maximum mark that Moodle accepts for a person, as its sheet writes it ("20.00"): Moodle
 * silently skips rows with a greater one. "": unknown. Borrowed until as_submissions_close. */
const char *as_sheet_maximum(const struct as_submissions *submissions, size_t person) AS_NONNULL(1);
/** The maximum grade of the assignment in the sheet, of Canvas that of the column to be filled; ""
 * if it is unknown. Borrowed. */
const char *as_sheet_full_grade(const struct as_submissions *submissions, const char *column)
	AS_NONNULL(1);

/** The cell of a person in the column that as_sheet_fill fills; "": no cell. Borrowed. */
const char *as_sheet_grade(
	const struct as_submissions *submissions, const char *column, size_t person) AS_NONNULL(1);
/** True if Moodle's sheet says that the grade of a person cannot be changed: it is locked or
 * overridden in the grader report, and Moodle does not import it. */
bool as_sheet_is_locked(const struct as_submissions *submissions, size_t person) AS_NONNULL(1);

/**
 * Fills one column of the sheet for an import. marks[i] is the mark of person i as a decimal
 * number; NULL: the cell is not changed. `column`: its name in the header, for Canvas without the
 * number in parentheses if that is unambiguous; NULL: Moodle's column of grades. Persons whose
 * sheet_row is SIZE_MAX are skipped.
 *
 * The rest of the sheet stays. Platforms read commas and UTF-8 (Canvas without a byte order mark),
 * so these are written even if a spreadsheet changed them. An apostrophe is put before names that
 * begin like a formula. A cell of Canvas with "EX" (excused) or "N/A" (the
 * assignment is not assigned to the person) is kept, because a number would undo that; `kept` (may
 * be NULL) is the number of such cells, of people with and without a mark.
 *
 * Clear `bytes` in any case. AS_ERROR_INPUT: the sheet has no such column; AS_ERROR_USAGE: there is
 * no sheet.
 */
int as_sheet_fill(const struct as_submissions *submissions, const char *column,
	const char *const *marks, size_t *kept, struct as_bytes *bytes,
	struct as_error *error) AS_MUST_USE AS_NONNULL(1, 3, 5);

#endif
