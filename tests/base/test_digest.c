/* SPDX-License-Identifier: MIT */
#include "support.h"

#include <assay/base/hex.h>
#include <sys/mman.h>

static void expect_digest(const void *data, size_t size, const char *expected)
{
	struct as_digest digest;
	char hex[AS_DIGEST_HEX_SIZE];
	as_digest_init(&digest);
	as_digest_add(&digest, data, size);
	as_digest_end(&digest, hex);
	cr_expect_str_eq(hex, expected);
}

/* From Python's hashlib.blake2b(..., digest_size=32), another implementation of RFC 7693. */
Test(digest, known_answers_of_blake2b_256)
{
	expect_digest("", 0, "0e5751c026e543b2e8ab2eb06099daa1d1e5df47778f7787faab45cdf12fe3a8");
	expect_digest("abc", 3, "bddd813c634239723171ef3fee98579b94964e3bb1cb3e427262c8c068d52319");
	static unsigned char block[300];
	for (size_t i = 0; i < sizeof block; i++)
		block[i] = (unsigned char)i;
	expect_digest(block, sizeof block,
		"3a486e3fe3ee414853000269ac020030aeef748cb05cd62ba85939ec298ef25c");
}

Test(digest, hashing_in_pieces_equals_hashing_at_once)
{
	struct as_digest digest;
	char hex[AS_DIGEST_HEX_SIZE];
	as_digest_init(&digest);
	as_digest_add(&digest, "a", 1);
	as_digest_add(&digest, NULL, 0);
	as_digest_add(&digest, "bc", 2);
	as_digest_end(&digest, hex);
	expect_digest("abc", 3, hex);
}

static void digest_texts(const char *first, const char *second, char hex[AS_DIGEST_HEX_SIZE])
{
	struct as_digest digest;
	as_digest_init(&digest);
	as_digest_add_text(&digest, first);
	as_digest_add_text(&digest, second);
	as_digest_end(&digest, hex);
}

Test(digest, the_boundary_of_two_texts_changes_the_digest)
{
	static const char *const pairs[][2] = {
		{"ab", "c"}, {"a", "bc"}, {"abc", ""}, {"", "abc"}, {"abc", NULL}, {NULL, "abc"}};
	char hex[6][AS_DIGEST_HEX_SIZE];
	for (size_t i = 0; i < 6; i++) {
		digest_texts(pairs[i][0], pairs[i][1], hex[i]);
		for (size_t j = 0; j < i; j++)
			cr_expect_str_neq(hex[i], hex[j], "pairs %zu and %zu", i, j);
	}
}

Test(digest, a_text_is_preceded_by_its_length_in_eight_little_endian_bytes)
{
	struct as_digest digest;
	char hex[AS_DIGEST_HEX_SIZE];
	as_digest_init(&digest);
	as_digest_add_text(&digest, "abc");
	as_digest_end(&digest, hex);
	expect_digest("\3\0\0\0\0\0\0\0abc", 11, hex);
}

Test(digest, a_file_is_read_from_its_start, .init = make_scratch, .fini = remove_scratch)
{
	size_t size = 200001;
	AS_AUTO_FREE char *data = malloc(size);
	memset(data, 'z', size);
	cr_assert_eq(as_file_write(scratch, "a", data, size, 0644, NULL), 0);
	AS_AUTO_FD int fd = as_file_open(scratch, "a", NULL);
	lseek(fd, 100, SEEK_SET);
	struct as_digest digest;
	char hex[AS_DIGEST_HEX_SIZE];
	as_digest_init(&digest);
	cr_assert_eq(as_digest_add_fd(&digest, fd, NULL, NULL), 0);
	as_digest_end(&digest, hex);
	expect_digest(data, size, hex);
	cr_assert_eq(lseek(fd, 0, SEEK_CUR), 100);
}

Test(digest, an_unreadable_file_is_an_error)
{
	struct as_digest digest;
	struct as_error error = {0};
	as_digest_init(&digest);
	AS_AUTO_FD int fd = open("/", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	cr_assert_eq(as_digest_add_fd(&digest, fd, NULL, &error), -1);
	expect_error(&error, AS_ERROR_INPUT, "cannot read for a digest: Is a directory");
}

Test(digest, hashing_a_file_is_cancelled_by_the_flag)
{
	static const atomic_bool told = true, not_told = false;
	struct as_digest digest;
	struct as_error error = {0};
	AS_AUTO_FD int fd = memfd_create("endless", MFD_CLOEXEC);
	cr_assert_eq(ftruncate(fd, 1 << 20), 0);
	as_digest_init(&digest);
	cr_expect_eq(as_digest_add_fd(&digest, fd, &not_told, &error), 0);
	cr_expect_eq(as_digest_add_fd(&digest, fd, &told, &error), -1);
	cr_expect_eq(error.kind, AS_ERROR_INTERNAL);
	cr_expect_str_eq(error.text, "interrupted");
}

Test(digest, hexadecimal_digits_are_read_back_in_place_and_only_in_the_form_that_is_written)
{
	static const char *const others[] = {"0", "0g", "AB", "00 0", "0x"};
	static const char bytes[] = "\0\x7f\x80\xff";
	AS_AUTO_FREE char *text = as_hex_write(bytes, sizeof bytes, NULL);
	char read[8];

	cr_assert_str_eq(text, "007f80ff00");
	cr_expect_eq(as_hex_read(text, strlen(text), text), sizeof bytes);
	cr_expect_arr_eq(text, bytes, sizeof bytes);
	cr_expect_eq(as_hex_read("", 0, read), 0);
	for (size_t i = 0; i < sizeof others / sizeof *others; i++)
		cr_expect_eq(
			as_hex_read(others[i], strlen(others[i]), read), SIZE_MAX, "%s", others[i]);
}
