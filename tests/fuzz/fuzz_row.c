/* SPDX-License-Identifier: MIT */
/* The row reader of the reference solvers is compared with strtoll, token by token. The magnitudes
 * of a row's values must sum to at most 2^63 - 1. */
#include "tests/reference/row_case.h"

#include <assay/reference.h>
#include <errno.h>
#include <string.h>
#include <sys/mman.h>

/* The next whole number; false if there is none. */
static bool next_number(const char **at, const char *end, int64_t *value)
{
	char token[64];
	size_t length = 0;
	while (*at < end && (**at == ' ' || (**at >= '\t' && **at <= '\r')))
		++*at;
	for (; *at < end && !(**at == ' ' || (**at >= '\t' && **at <= '\r')); ++*at) {
		/* There may be any number of leading zeros. */
		bool leading =
			length && token[length - 1] == '0' &&
			(length == 1 || token[length - 2] == '-' || token[length - 2] == '+');
		if (leading && **at >= '0' && **at <= '9')
			length--;
		if (length + 1 == sizeof token || **at == '\0')
			return false;
		token[length++] = **at;
	}
	token[length] = '\0';
	char *stop = token;
	errno = 0;
	*value = strtoll(token, &stop, 10);
	return length && *stop == '\0' && stop != token && errno == 0;
}

/* False if the sum would exceed 2^63 - 1. */
static bool add_magnitude(int64_t *sum, int64_t value)
{
	return value != INT64_MIN && !__builtin_add_overflow(*sum, value < 0 ? -value : value, sum);
}

static bool agrees(const char *text, size_t size, const struct as_row *row)
{
	const char *at = text;
	const char *end = text + size;
	int64_t n, value, sum = 0;
	if (!next_number(&at, end, &n) || n < 1)
		return row == NULL;
	for (int64_t i = 0; i < n; i++)
		if (!next_number(&at, end, &value) || !add_magnitude(&sum, value))
			return row == NULL;
		else if (row && ((size_t)i >= row->count || row->values[i] != value))
			return false;
	while (at < end && (*at == ' ' || (*at >= '\t' && *at <= '\r')))
		at++;
	return (at == end) == (row && row->count == (size_t)n);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	AS_AUTO_ROW struct as_row row = {0};
	AS_AUTO_FD int fd = memfd_create("row", MFD_CLOEXEC);
	struct as_error error = {0};
	if (fd < 0 || as_fd_write(fd, data, size, NULL) || lseek(fd, 0, SEEK_SET) != 0)
		return 0;
	int failed = row_read(fd, &row, &error);
	if (!agrees((const char *)data, size, failed ? NULL : &row))
		abort();
	if (failed && (error.kind != AS_ERROR_INPUT || row.values || row.count))
		abort();
	return 0;
}
