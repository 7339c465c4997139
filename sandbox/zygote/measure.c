/* SPDX-License-Identifier: MIT */
/* Clocks and counters, without the formatted input of the C library. */
#include "zygote.h"

#include <stdlib.h>
#include <time.h>
#include <unistd.h>

int64_t zygote_now_ns(void)
{
	struct timespec now;

	clock_gettime(CLOCK_MONOTONIC, &now);
	return now.tv_sec * INT64_C(1000000000) + now.tv_nsec;
}

uint64_t zygote_read_number(int fd)
{
	char text[32];
	ssize_t got = pread(fd, text, sizeof(text) - 1, 0);

	text[got > 0 ? got : 0] = '\0';
	return strtoull(text, NULL, 10);
}

/* The number of the clock is encoded as by clock_getcpuclockid. */
int64_t zygote_cpu_ns(pid_t pid)
{
	struct timespec used;

	if (clock_gettime((clockid_t)((~(unsigned)pid << 3) | 2), &used))
		return 0;
	return used.tv_sec * INT64_C(1000000000) + used.tv_nsec;
}
