/* SPDX-License-Identifier: MIT */
/*
 * .interaction files, which people see in place of a test: lines of the judge begin with <, those
 * of the submission with >; in a multi-pass package --- separates passes (2025-09, "Samples for
 * interactive and multi-pass problems"; legacy, "Interactive problems").
 */
#include "verify.h"

#include <assay/base/line.h>
#include <string.h>

#define MAX_BYTES (UINT64_C(16) << 20)

/* Returns the fault of a line; NULL: none. */
static const char *wrong_with(const struct as_package *package, const char *line, size_t size)
{
	const bool parts = size == strlen("---") && memcmp(line, "---", size) == 0;

	if (size > 0 && (*line == '<' || *line == '>'))
		return NULL;
	if (parts)
		return package->multi_pass ? NULL
					   : "the line --- separates passes, but the package is "
					     "not multi-pass; remove it";
	return "the line must begin with < (from the judge) or > (from the submission)";
}

/* Returns the first fault and sets `line` to its number; NULL: none. */
static const char *find_wrong(
	const struct as_package *package, const struct as_bytes *bytes, unsigned *line)
{
	struct as_text_line rest = {bytes->data, bytes->size}, next;
	const char *wrong = NULL;

	for (*line = 0; !wrong && as_text_take_line(&rest, &next); ++*line)
		wrong = wrong_with(package, next.text,
			next.size - (next.size > 0 && next.text[next.size - 1] == '\r'));
	return wrong;
}

/* Links inside the package are followed. */
static int read_file(const struct as_package *package, const char *path, struct as_bytes *bytes,
	struct as_error *error)
{
	enum as_tree_type type;
	AS_AUTO_FREE char *real = NULL;

	if (as_tree_find(&package->tree, path, &type, &real, error))
		return -1;
	return as_file_read(package->tree.fd, real ? real : path, MAX_BYTES, bytes, error);
}

int as_interaction_check(struct as_verify *verify, const char *path, struct as_error *error)
{
	AS_AUTO_BYTES struct as_bytes bytes = {0};
	struct as_error why = {0};
	unsigned line;

	if (read_file(verify->package, path, &bytes, &why))
		return as_findings_add(&verify->findings, AS_FINDING_WARNING, path, error,
			"cannot be shown to participants: %s", why.text);
	if (bytes.size == 0)
		return as_findings_add(&verify->findings, AS_FINDING_WARNING, path, error,
			"the file is empty, so participants see no sample interaction; write its "
			"lines, or remove the file");
	const char *wrong = find_wrong(verify->package, &bytes, &line);
	if (!wrong)
		return 0;
	AS_AUTO_FREE char *where = as_text_format(error, "%s:%u", path, line);
	return where ? as_findings_add(
			       &verify->findings, AS_FINDING_WARNING, where, error, "%s", wrong)
		     : -1;
}
