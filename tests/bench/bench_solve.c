/* SPDX-License-Identifier: MIT */
/*
 * The reference solvers beside common programs: the textbook table, and reading with scanf. The
 * contenders take turns in one run. `bench_solve [N]`: N coins for the table, which then takes 4
 * N^2 bytes of addresses, 8 N^2 for the wider one.
 */
#include "../reference/row_case.h"
#include "diagonals.h"

#include <inttypes.h>
#include <string.h>
#include <sys/mman.h>
#include <time.h>

#define ROUNDS 3
#define FAST_ROUNDS 15
#define TABLE_N 20000
#define LONG_N 10000000
#define SMALL_VALUE 100000
#define LARGE_VALUE 1000000000

static void fail(const char *what)
{
	fprintf(stderr, "bench_solve: %s\n", what);
	exit(1);
}

/* CPU time of this process, including the kernel's: other processes influence it less than the
 * clock. */
static int64_t cpu_now_ns(void)
{
	struct timespec now;
	clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
	return now.tv_sec * INT64_C(1000000000) + now.tv_nsec;
}

static double seconds_since(int64_t start_ns)
{
	return (double)(cpu_now_ns() - start_ns) / 1e9;
}

static int64_t *draw(size_t n, int64_t max)
{
	uint64_t state = n;
	int64_t *values = calloc(n, sizeof *values);
	if (!values)
		fail("no memory");
	for (size_t i = 0; i < n; i++) {
		state = state * UINT64_C(6364136223846793005) + 1442695040888963407U;
		values[i] = 1 + (int64_t)((state >> 33) % (uint64_t)max);
	}
	return values;
}

/* ---- against the table ---- */

/* As in the articles: a full table, filled by the distance of both ends, in two steps. */
#define TEXTBOOK(name, type)                                                                       \
	static int64_t name(const int64_t *values, size_t n)                                       \
	{                                                                                          \
		type *coins = calloc(n, sizeof *coins);                                            \
		type **table = calloc(n, sizeof *table);                                           \
		type *cells = calloc(n * n, sizeof *cells);                                        \
		if (!coins || !table || !cells)                                                    \
			fail("no memory for the table");                                           \
		for (size_t i = 0; i < n; i++) {                                                   \
			coins[i] = (type)values[i];                                                \
			table[i] = cells + i * n;                                                  \
		}                                                                                  \
		for (size_t gap = 0; gap < n; gap++)                                               \
			for (size_t i = 0, j = gap; j < n; i++, j++) {                             \
				type x = i + 2 <= j ? table[i + 2][j] : 0;                         \
				type y = i + 2 <= j ? table[i + 1][j - 1] : 0;                     \
				type z = i + 2 <= j ? table[i][j - 2] : 0;                         \
				type first = coins[i] + (x < y ? x : y);                           \
				type last = coins[j] + (y < z ? y : z);                            \
				table[i][j] = first > last ? first : last;                         \
			}                                                                          \
		int64_t total = table[0][n - 1];                                                   \
		free(cells);                                                                       \
		free(table);                                                                       \
		free(coins);                                                                       \
		return total;                                                                      \
	}
TEXTBOOK(textbook_int, int)
TEXTBOOK(textbook_int64, int64_t)

static int64_t run_kernel(
	const int64_t *values, size_t n, const struct as_diagonal_kernel *kernel, double *seconds)
{
	AS_AUTO_DIAGONALS struct as_diagonals diagonals = {0};
	int64_t start_ns = cpu_now_ns();
	if (as_diagonals_init(&diagonals, values, n, AS_PLAY_OPTIMAL, kernel, NULL))
		fail("no memory");
	as_diagonals_advance(&diagonals, n);
	*seconds = seconds_since(start_ns);
	return diagonals.total[0];
}

static double best_of_kernel(
	const int64_t *values, size_t n, const struct as_diagonal_kernel *kernel, int64_t expected)
{
	double best = 1e9;
	for (int round = 0; round < FAST_ROUNDS; round++) {
		double seconds;
		if (run_kernel(values, n, kernel, &seconds) != expected)
			fail("the solvers disagree");
		best = seconds < best ? seconds : best;
	}
	return best;
}

static void print_row(const char *name, double seconds, double textbook, size_t n)
{
	double cells = (double)n * (double)(n + 1) / 2;
	printf("| %s | %.4f | %.0f | %.0f x |\n", name, seconds, cells / seconds / 1e6,
		textbook / seconds);
}

static void against_table(
	const char *name, int64_t (*textbook)(const int64_t *, size_t), size_t n, int64_t max)
{
	const struct as_diagonal_kernel *kernel;
	AS_AUTO_FREE int64_t *values = draw(n, max);
	int64_t expected = 0;
	double best = 1e9;
	for (int round = 0; round < ROUNDS; round++) {
		int64_t start_ns = cpu_now_ns();
		expected = textbook(values, n);
		double seconds = seconds_since(start_ns);
		best = seconds < best ? seconds : best;
	}
	print_row(name, best, best, n);
	for (size_t i = 0; (kernel = as_diagonal_kernel_at(i)); i++)
		if (as_diagonal_kernel_fits(kernel, n * (uint64_t)max))
			print_row(as_diagonal_kernel_name(kernel),
				best_of_kernel(values, n, kernel, expected), best, n);
	print_row("one cell after the other", best_of_kernel(values, n, NULL, expected), best, n);
}

/* ---- reading ---- */

static int make_file(const int64_t *values, size_t n)
{
	int fd = memfd_create("row", MFD_CLOEXEC);
	FILE *file = fd < 0 ? NULL : fdopen(dup(fd), "w");
	if (!file)
		fail("no file");
	fprintf(file, "%zu\n", n);
	for (size_t i = 0; i < n; i++)
		fprintf(file, "%" PRId64 "%c", values[i], i + 1 < n ? ' ' : '\n');
	if (fclose(file))
		fail("no file");
	return fd;
}

static FILE *open_copy(int fd)
{
	char path[32];
	snprintf(path, sizeof path, "/proc/self/fd/%d", fd);
	FILE *file = fopen(path, "re");
	if (!file)
		fail("the file cannot be opened again");
	return file;
}

static int64_t read_with_scanf(int fd)
{
	AS_AUTO_FILE FILE *file = open_copy(fd);
	int64_t n = 0, value, sum = 0;
	if (fscanf(file, "%" SCNd64, &n) != 1)
		fail("no n");
	for (int64_t i = 0; i < n; i++, sum += value)
		if (fscanf(file, "%" SCNd64, &value) != 1)
			fail("no value");
	return sum;
}

static int64_t read_with_getchar(int fd)
{
	AS_AUTO_FILE FILE *file = open_copy(fd);
	int64_t sum = 0, value = 0, count = 0;
	for (int byte; (byte = getc_unlocked(file)) != EOF;) {
		if (byte >= '0') {
			value = value * 10 + byte - '0';
			continue;
		}
		sum += count++ ? value : 0;
		value = 0;
	}
	return sum;
}

static int64_t read_row(int fd)
{
	AS_AUTO_ROW struct as_row row = {0};
	int64_t sum = 0;
	if (row_read(fd, &row, NULL))
		fail("the row cannot be read");
	for (size_t i = 0; i < row.count; i++)
		sum += row.values[i];
	return sum;
}

static int64_t read_and_solve(int fd)
{
	AS_AUTO_ROW struct as_row row = {0};
	struct as_totals totals;
	if (row_read(fd, &row, NULL) ||
		as_reference_optimal(row.values, row.count, AS_ALGORITHM_LINEAR, &totals, NULL))
		fail("the row cannot be solved");
	return totals.first + totals.second;
}

static void of_long_rows(size_t n, int64_t max)
{
	static const struct {
		const char *name;
		int64_t (*run)(int fd);
	} ways[] = {
		{"fscanf, without solving", read_with_scanf},
		{"getc_unlocked, without solving", read_with_getchar},
		{"as_row_reader, without solving", read_row},
		{"read and solved in O(n)", read_and_solve},
	};
	AS_AUTO_FREE int64_t *values = draw(n, max);
	AS_AUTO_FD int fd = make_file(values, n);
	int64_t expected = 0;
	double scanf_seconds = 0;
	for (size_t i = 0; i < n; i++)
		expected += values[i];
	for (size_t way = 0; way < sizeof ways / sizeof *ways; way++) {
		double best = 1e9;
		for (int round = 0; round < ROUNDS; round++) {
			lseek(fd, 0, SEEK_SET);
			int64_t start_ns = cpu_now_ns();
			if (ways[way].run(fd) != expected)
				fail("the readers disagree");
			double seconds = seconds_since(start_ns);
			best = seconds < best ? seconds : best;
		}
		if (way == 0)
			scanf_seconds = best;
		printf("| %s | %.3f | %.1f x |\n", ways[way].name, best, scanf_seconds / best);
	}
}

/* ---- the cost of growing n ---- */

static double best_of_solver(const int64_t *values, size_t n, enum as_algorithm algorithm)
{
	double best = 1e9;
	for (int round = 0; round < (n > 50000 ? 2 : 5); round++) {
		struct as_totals totals;
		int64_t start_ns = cpu_now_ns();
		if (as_reference_optimal(values, n, algorithm, &totals, NULL))
			fail("the row cannot be solved");
		double seconds = seconds_since(start_ns);
		best = seconds < best ? seconds : best;
	}
	return best;
}

static void growth(void)
{
	static const size_t sizes[] = {
		100, 1000, 2000, 5000, 10000, 20000, 50000, 100000, 1000000, 10000000};
	for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
		AS_AUTO_FREE int64_t *values = draw(sizes[i], LARGE_VALUE);
		printf("| %zu | %.6f |", sizes[i],
			best_of_solver(values, sizes[i], AS_ALGORITHM_LINEAR));
		if (sizes[i] <= 100000)
			printf(" %.6f |\n", best_of_solver(values, sizes[i], AS_ALGORITHM_DP));
		else
			printf(" |\n");
	}
}

int main(int argc, char **argv)
{
	size_t n = argc > 1 ? strtoul(argv[1], NULL, 10) : TABLE_N;
	printf("| %zu coins, values to %d | s | Mcell/s | x table |\n|---|---|---|---|\n", n,
		SMALL_VALUE);
	against_table("table of int", textbook_int, n, SMALL_VALUE);
	printf("\n| %zu coins, values to %d | s | Mcell/s | x table |\n|---|---|---|---|\n", n,
		LARGE_VALUE);
	against_table("table of int64", textbook_int64, n, LARGE_VALUE);
	printf("\n| %d values to %d | s | x fscanf |\n|---|---|---|\n", LONG_N, LARGE_VALUE);
	of_long_rows(LONG_N, LARGE_VALUE);
	printf("\n| coins | linear, s | dynamic program, s |\n|---|---|---|\n");
	growth();
	return 0;
}
