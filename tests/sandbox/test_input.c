/* SPDX-License-Identifier: MIT */
/* Inputs: memory files that cannot be changed any more. */
#include <assay/sandbox.h>
#include <criterion/criterion.h>
#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/mman.h>

static void expect_text(int fd, const char *wanted)
{
	AS_AUTO_BYTES struct as_bytes text = {0};

	cr_assert_eq(as_fd_read(fd, 1000, &text, NULL), 0);
	cr_expect_str_eq(text.data, wanted);
}

static void expect_sealed(int fd)
{
	const int all = F_SEAL_WRITE | F_SEAL_GROW | F_SEAL_SHRINK | F_SEAL_SEAL;

	cr_expect_eq(fcntl(fd, F_GET_SEALS) & all, all);
	cr_expect(write(fd, "x", 1) < 0 && errno == EPERM);
	cr_expect(ftruncate(fd, 100) < 0 && errno == EPERM);
	cr_expect_eq(mmap(NULL, 4096, PROT_WRITE, MAP_SHARED, fd, 0), MAP_FAILED);
	cr_expect_eq(fcntl(fd, F_GETFD), FD_CLOEXEC);
}

Test(input, from_bytes_is_sealed_and_at_its_start)
{
	AS_AUTO_FD int fd = as_input_from_bytes("1 2\n", 4, NULL);

	cr_assert_geq(fd, 0);
	expect_sealed(fd);
	expect_text(fd, "1 2\n");
}

Test(input, from_a_file_is_a_sealed_copy)
{
	FILE *file = tmpfile();
	struct as_error error = {0};

	cr_assert(file && fputs("3 4\n", file) >= 0 && fflush(file) == 0);
	rewind(file);
	AS_AUTO_FD int fd = as_input_from_fd(fileno(file), &error);
	cr_assert_geq(fd, 0, "%s", error.text);
	cr_assert_eq(ftruncate(fileno(file), 0), 0);
	expect_sealed(fd);
	expect_text(fd, "3 4\n");
	fclose(file);
}

Test(input, an_empty_one_is_an_input)
{
	AS_AUTO_FD int fd = as_input_from_bytes("", 0, NULL);

	cr_assert_geq(fd, 0);
	expect_sealed(fd);
	expect_text(fd, "");
}

Test(input, each_copy_is_whole_and_has_an_offset_of_its_own)
{
	char text[4] = "";
	AS_AUTO_FD int input = as_input_from_bytes("123456", 6, NULL);
	AS_AUTO_FD int first = as_input_copy(input, NULL);
	AS_AUTO_FD int second = as_input_copy(input, NULL);

	cr_assert(first >= 0 && second >= 0);
	cr_expect_eq(read(first, text, 3), 3);
	cr_expect_str_eq(text, "123");
	cr_expect_eq(read(second, text, 3), 3);
	cr_expect_str_eq(text, "123");
	cr_expect_eq(read(first, text, 3), 3);
	cr_expect_str_eq(text, "456");
	expect_sealed(first);
}

Test(input, a_closed_descriptor_is_named)
{
	struct as_error error = {0};

	cr_expect_eq(as_input_copy(1000, &error), -1);
	cr_expect_str_eq(error.text, "cannot copy an input to memory: Bad file descriptor");
	as_error_clear(&error);
	cr_expect_eq(as_input_from_fd(1000, &error), -1);
	cr_expect_str_eq(error.text, "cannot copy an input to memory: Bad file descriptor");
}
