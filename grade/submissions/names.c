/* SPDX-License-Identifier: MIT */
/* The words of the enums. */
#include <assay/grade/submissions.h>

static const char *const layouts[] = {
	[AS_LAYOUT_AUTO] = "auto",
	[AS_LAYOUT_MOODLE] = "moodle",
	[AS_LAYOUT_CANVAS] = "canvas",
	[AS_LAYOUT_GRADESCOPE] = "gradescope",
	[AS_LAYOUT_FOLDERS] = "folders",
	[AS_LAYOUT_FILES] = "files",
};
static const char *const date_orders[] = {
	[AS_DATE_YEAR_FIRST] = "year-first",
	[AS_DATE_DAY_FIRST] = "day-first",
	[AS_DATE_MONTH_FIRST] = "month-first",
};
static const char *const reasons[] = {
	[AS_LEFT_SYSTEM] = "system",
	[AS_LEFT_BACKUP] = "backup",
	[AS_LEFT_BUILT] = "built",
	[AS_LEFT_TESTS] = "tests",
	[AS_LEFT_BINARY] = "binary",
	[AS_LEFT_EMPTY] = "empty",
	[AS_LEFT_DUPLICATE] = "duplicate",
	[AS_LEFT_TOO_LARGE] = "too-large",
	[AS_LEFT_LINK] = "link",
	[AS_LEFT_SPECIAL] = "special",
	[AS_LEFT_UNREADABLE] = "unreadable",
	[AS_LEFT_ARCHIVE] = "archive",
	[AS_LEFT_NOTEBOOK] = "notebook",
	[AS_LEFT_NOT_ASKED] = "not-asked",
	[AS_LEFT_TEXT_ENTRY] = "text-entry",
	[AS_LEFT_NO_OWNER] = "no-owner",
	[AS_LEFT_SAMPLE] = "sample",
	[AS_LEFT_NO_SOURCE] = "no-source",
	[AS_LEFT_SHEET] = "sheet",
};

const char *as_layout_name(enum as_layout layout)
{
	return layouts[layout];
}

const char *as_date_order_name(enum as_date_order order)
{
	return date_orders[order];
}

const char *as_left_reason_name(enum as_left_reason reason)
{
	return reasons[reason];
}
