/* SPDX-License-Identifier: MIT */
/* helper: the programs that the library carries as bytes, and how one is started. */
#ifndef ASSAY_SANDBOX_HELPER_H
#define ASSAY_SANDBOX_HELPER_H

#include <assay/base.h>
#include <sys/types.h>

/* The first of the descriptors that a helper finds; below it are 0 to 2, /dev/null. */
#define AS_HELPER_FD 3
#define AS_HELPER_FDS 2

struct as_image {
	const char *name; /* its argv[0], as ps shows it */
	const char *begin, *end;
};
extern const struct as_image as_image_zygote, as_image_keeper;

/*
 * Starts a helper from a sealed memory file, in a session of its own, with the default action for
 * every signal, an empty environment, and the descriptors from AS_HELPER_FD on (borrowed). Other
 * descriptors that are not close-on-exec are for the helper to close.
 */
int as_helper_start(const struct as_image *image, const int *fds, size_t fd_count, pid_t *pid,
	struct as_error *error) AS_MUST_USE;

#endif
