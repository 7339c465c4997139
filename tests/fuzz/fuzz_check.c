/* SPDX-License-Identifier: MIT */
/* Two outputs and flags from one input: the verdict must not depend on the block size. */
#include "check.h"

#include <string.h>
#include <sys/mman.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static int memory_file(const uint8_t *data, size_t size)
{
	int fd = memfd_create("fuzz", MFD_CLOEXEC);

	if (fd < 0 || write(fd, data, size) != (ssize_t)size || lseek(fd, 0, SEEK_SET) < 0)
		abort();
	return fd;
}

static bool compare(const uint8_t *data, size_t size, size_t split,
	const struct as_check_flags *flags, const struct check_tuning *tuning)
{
	AS_AUTO_FD int output = memory_file(data, split);
	AS_AUTO_FD int answer = memory_file(data + split, size - split);
	bool accepted = false;
	char feedback[AS_CHECK_FEEDBACK_SIZE] = "";

	if (check_compare(output, answer, flags, tuning, &accepted, feedback, NULL))
		abort();
	if (accepted == (feedback[0] != '\0') || strchr(feedback, '\n'))
		abort();
	return accepted;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	static const struct check_tuning small = {.block_bytes = 3, .number_bytes = 64},
					 large = {.block_bytes = 1 << 16, .number_bytes = 64};
	struct as_check_flags flags = AS_CHECK_FLAGS_INIT;

	if (size < 2)
		return 0;
	flags.case_sensitive = data[0] & 1;
	flags.space_change_sensitive = data[0] & 2;
	if (data[0] & 4)
		flags.absolute_tolerance = 1e-6L;
	if (data[0] & 8)
		flags.relative_tolerance = 1e-6L;
	size_t split = (size - 2) * data[1] / 255;
	if (compare(data + 2, size - 2, split, &flags, &small) !=
		compare(data + 2, size - 2, split, &flags, &large))
		abort();
	return 0;
}
