/* SPDX-License-Identifier: MIT */
/* Two texts, passed to the output check as files. */
#ifndef ASSAY_TESTS_CHECK_CASE_H
#define ASSAY_TESTS_CHECK_CASE_H

#include <assay/check.h>
#include <criterion/criterion.h>
#include <string.h>
#include <sys/mman.h>

struct text {
	const char *data;
	size_t size;
};
/* A literal with its NUL bytes. */
#define TEXT(literal) ((struct text){(literal), sizeof(literal) - 1})

static inline int text_file(struct text text)
{
	int fd = memfd_create("text", MFD_CLOEXEC);
	cr_assert(fd >= 0 && as_fd_write(fd, text.data, text.size, NULL) == 0);
	cr_assert_eq(lseek(fd, 0, SEEK_SET), 0);
	return fd;
}

/* "case_sensitive float_tolerance 1e-6" */
static inline int flags_parse(
	const char *line, struct as_check_flags *flags, struct as_error *error)
{
	char copy[256], *rest = NULL;
	const char *words[16];
	size_t count = 0;
	snprintf(copy, sizeof copy, "%s", line);
	for (char *word = strtok_r(copy, " ", &rest); word; word = strtok_r(NULL, " ", &rest))
		words[count++] = word;
	return as_check_flags_parse(words, count, flags, error);
}

static inline bool check_texts(
	const char *flag_words, struct text answer, struct text output, char *feedback)
{
	AS_AUTO_FD int answer_fd = text_file(answer);
	AS_AUTO_FD int output_fd = text_file(output);
	struct as_check_flags flags;
	bool accepted;
	struct as_error error = {0};
	cr_assert_eq(flags_parse(flag_words, &flags, &error), 0, "%s", error.text);
	cr_assert_eq(
		as_check_default(output_fd, answer_fd, &flags, &accepted, feedback, &error), 0);
	return accepted;
}

#endif
