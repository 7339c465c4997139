/* SPDX-License-Identifier: MIT */
/* Solves several inputs in one process: `assay stress` starts the solver once for some dozens of
 * inputs. */
#include "solve.h"

#include <assay/sandbox.h>
#include <errno.h>
#include <inttypes.h>
#include <string.h>

#define MAX_INPUT_BYTES (UINT64_C(64) << 20)

/* 1: an input was read; 0: end of standard input. */
static int read_input(struct as_bytes *input, struct as_error *error)
{
	char line[32];
	uint64_t size;

	if (!fgets(line, sizeof(line), stdin))
		return 0;
	line[strcspn(line, "\n")] = '\0';
	if (as_count_parse(line, 0, MAX_INPUT_BYTES, &size, NULL))
		return as_error_set(error, AS_ERROR_INPUT,
			"stdin: '%s' is not the size of an input in bytes", line);
	input->data = malloc(size + 1);
	if (!input->data)
		return as_error_no_memory(error);
	input->size = fread(input->data, 1, size, stdin);
	if (input->size == size)
		return 1;
	return as_error_set(error, AS_ERROR_INPUT,
		"stdin: an input of %" PRIu64 " bytes has only %zu", size, input->size);
}

static int print_result(
	FILE *out, int status, const char *text, size_t size, struct as_error *error)
{
	if (fprintf(out, "%d %zu\n", status, size) < 0 || fwrite(text, 1, size, out) != size)
		return as_error_sys(error, AS_ERROR_INTERNAL, errno,
			"cannot write a result to standard output");
	return 0;
}

/* The output goes into memory, because its size comes first. */
static int solve_next(
	solve_input_work *work, void *context, const struct as_bytes *input, struct as_error *error)
{
	AS_AUTO_BYTES struct as_bytes printed = {0};
	struct as_error why = {0};
	FILE *const out = stdout;
	AS_AUTO_FD int fd = as_input_from_bytes(input->data, input->size, error);

	if (fd < 0 || lseek(fd, 0, SEEK_SET) < 0)
		return -1;
	FILE *memory = open_memstream(&printed.data, &printed.size);
	if (!memory)
		return as_error_no_memory(error);
	stdout = memory;
	const int failed = work(context, fd, &why);
	stdout = out;
	if (fclose(memory))
		return as_error_no_memory(error);
	if (!failed)
		return print_result(out, 0, printed.data, printed.size, error);
	char text[2048];
	as_error_format(&why, text, sizeof(text));
	return print_result(out, (int)why.kind, text, strlen(text), error);
}

int solve_many(solve_input_work *work, void *context, struct as_error *error)
{
	int more = 1;

	while (more > 0) {
		AS_AUTO_BYTES struct as_bytes input = {0};
		more = read_input(&input, error);
		if (more > 0 && solve_next(work, context, &input, error))
			more = -1;
	}
	return more;
}
