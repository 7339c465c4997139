/* SPDX-License-Identifier: MIT */
#include <assay/matrix.h>

#include <string.h>

#define EARNS_LESS 0x80u

int as_matrix_init(
	struct as_matrix *matrix, size_t program_count, size_t test_count, struct as_error *error)
{
	*matrix = (struct as_matrix){program_count, test_count, test_count,
		calloc(program_count * test_count + 1, sizeof(*matrix->verdicts))};
	return matrix->verdicts ? 0 : as_error_no_memory(error);
}

struct as_matrix as_matrix_part(
	const struct as_matrix *matrix, size_t first_test, size_t test_count)
{
	return (struct as_matrix){
		matrix->program_count, test_count, matrix->stride, matrix->verdicts + first_test};
}

void as_matrix_clear(struct as_matrix *matrix)
{
	free(matrix->verdicts);
	*matrix = (struct as_matrix){0};
}

void as_matrix_set(struct as_matrix *matrix, size_t program, size_t test, enum as_verdict verdict)
{
	matrix->verdicts[program * matrix->stride + test] = (unsigned char)verdict;
}

void as_matrix_set_less(struct as_matrix *matrix, size_t program, size_t test)
{
	as_matrix_set(matrix, program, test, (enum as_verdict)(AS_VERDICT_AC | EARNS_LESS));
}

void as_matrix_forget(struct as_matrix *matrix, size_t program)
{
	memset(matrix->verdicts + program * matrix->stride, AS_VERDICT_NONE, matrix->test_count);
}

enum as_verdict as_matrix_get(const struct as_matrix *matrix, size_t program, size_t test)
{
	return (enum as_verdict)(matrix->verdicts[program * matrix->stride + test] & ~EARNS_LESS);
}

bool as_matrix_kills(const struct as_matrix *matrix, size_t program, size_t test)
{
	return matrix->verdicts[program * matrix->stride + test] & EARNS_LESS ||
	       as_verdict_rejects(as_matrix_get(matrix, program, test));
}

size_t as_matrix_killers(const struct as_matrix *matrix, size_t program)
{
	size_t count = 0;

	for (size_t test = 0; test < matrix->test_count; test++)
		count += as_matrix_kills(matrix, program, test);
	return count;
}

bool as_matrix_is_whole(const struct as_matrix *matrix, size_t program)
{
	for (size_t test = 0; test < matrix->test_count; test++)
		if (as_matrix_get(matrix, program, test) == AS_VERDICT_NONE)
			return false;
	return true;
}

void as_matrix_count(const struct as_matrix *matrix, struct as_matrix_test *tests)
{
	for (size_t test = 0; test < matrix->test_count; test++)
		tests[test] = (struct as_matrix_test){0};
	for (size_t program = 0; program < matrix->program_count; program++) {
		const bool is_alone = as_matrix_killers(matrix, program) == 1;
		for (size_t test = 0; test < matrix->test_count; test++) {
			if (!as_matrix_kills(matrix, program, test))
				continue;
			tests[test].kills++;
			tests[test].alone += is_alone;
		}
	}
}
