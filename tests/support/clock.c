/* SPDX-License-Identifier: MIT */
/* For LD_PRELOAD: changes the system's time for one running process, as an administrator or a time
 * daemon does. The file named by ASSAY_TEST_CLOCK contains 8 bytes: the offset in seconds. */
#include <fcntl.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

static const volatile int64_t *off_s;

__attribute__((constructor)) static void open_clock(void)
{
	const char *path = getenv("ASSAY_TEST_CLOCK");
	const int fd = path ? open(path, O_RDONLY | O_CLOEXEC) : -1;
	void *bytes = fd < 0 ? MAP_FAILED : mmap(NULL, 8, PROT_READ, MAP_SHARED, fd, 0);

	if (fd >= 0)
		close(fd);
	if (bytes != MAP_FAILED)
		off_s = bytes;
}

int clock_gettime(clockid_t clock, struct timespec *time)
{
	const int result = (int)syscall(SYS_clock_gettime, clock, time);

	if (result == 0 && off_s && (clock == CLOCK_REALTIME || clock == CLOCK_REALTIME_COARSE))
		time->tv_sec += *off_s;
	return result;
}

int gettimeofday(struct timeval *restrict time, void *restrict zone)
{
	struct timespec now;

	(void)zone;
	const int result = clock_gettime(CLOCK_REALTIME, &now);
	*time = (struct timeval){now.tv_sec, now.tv_nsec / 1000};
	return result;
}

time_t time(time_t *result)
{
	struct timespec now;

	clock_gettime(CLOCK_REALTIME, &now);
	if (result)
		*result = now.tv_sec;
	return now.tv_sec;
}
