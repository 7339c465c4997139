/* SPDX-License-Identifier: MIT */
/* What all parts of a check need: the time, and the files of the package. */
#include "package.h"

#include <assay/package/file_bytes.h>

bool checking_is_over(const struct checking *checking)
{
	const bool is_over = as_now_ns() >= checking->end_ns;

	checking->report->is_late |= is_over;
	return is_over;
}

bool checking_read(const struct checking *checking, const char *path, uint64_t max_bytes,
	struct as_bytes *text)
{
	const struct as_tree *tree = &checking->package->tree;

	return as_package_file_bytes(tree, path) <= max_bytes &&
	       as_file_read(tree->fd, path, max_bytes, text, NULL) == 0;
}
