/* SPDX-License-Identifier: MIT */
/* Submitted files that no compiler was given, because it is unclear which of them is the program or
 * what language it is in. They may deserve all points. */
#include "scope.h"

#include <assay/grade/marks.h>

#include <string.h>

#define CAUSE_SIZE 400

/* As in the engine's results. Reasons that come from compilers are not included. */
static const char *const reasons[] = {
	"archive", "empty", "entry-point", "language", "name", "not-regular", "too-large"};

/* The cause that grade/submissions gives. */
static const char empty_folder[] = "the folder is empty";

bool refusal_is(const struct as_result *result)
{
	const char *reason = result->compile.reason;

	for (size_t i = 0; reason && i < sizeof(reasons) / sizeof(*reasons); i++)
		if (result->verdict == AS_VERDICT_CE && strcmp(reason, reasons[i]) == 0)
			return true;
	return false;
}

/* left-out.csv has no row for an empty folder, but says why a zip archive was not unpacked. */
static const char *find_remedy(const char *reason, const char *cause)
{
	if (strcmp(reason, "empty") == 0 && strcmp(cause, empty_folder) == 0)
		return "put the files into the folder and " AGAIN;
	if (strcmp(reason, "archive") == 0 && strcasestr(cause, ".zip'"))
		return "see left-out.csv for the reason; unpack the archive into the student's "
		       "folder and " AGAIN;
	if (strcmp(reason, "empty") == 0)
		return "look at left-out.csv, and " DECIDE;
	if (strcmp(reason, "archive") == 0)
		return "unpack it into the student's folder, or pack it again as zip, and " AGAIN;
	return "delete or rename files of the submission and " AGAIN;
}

/* The engine's message without its remedy, which is meant for other commands. */
char *refusal_describe(const struct as_result *result, struct as_error *error)
{
	const char *text = result->compile.output ? result->compile.output : result->compile.reason;
	char cause[CAUSE_SIZE];

	as_text_printable(text, strcspn(text, ";\n"), cause, sizeof(cause));
	return as_text_format(error, "%s; %s", cause, find_remedy(result->compile.reason, cause));
}

char *as_result_refusal(const struct as_result *result, struct as_error *error)
{
	*error = (struct as_error){0};
	return refusal_is(result) ? refusal_describe(result, error) : NULL;
}
