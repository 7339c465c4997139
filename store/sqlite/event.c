/* SPDX-License-Identifier: MIT */
/* Times, and waiting for events. */
#include "sqlite.h"

#include <time.h>

int64_t as_sqlite_now_ms(void)
{
	struct timespec now;

	clock_gettime(CLOCK_REALTIME, &now);
	return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

int as_sqlite_wait(void *back, int64_t *after, int64_t max_ns, struct as_error *error)
{
	struct as_sqlite *sqlite = back;

	if (sqlite->lock_fd < 0)
		return as_error_set(error, AS_ERROR_USAGE,
			"the store was opened to be read, which does not see new events");
	return as_writer_wait(&sqlite->writer, after, max_ns);
}
