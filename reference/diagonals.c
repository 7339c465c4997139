/* SPDX-License-Identifier: MIT */
/*
 * If the first player is to move, the first player's total is the greater of the two sums coin +
 * rest. If the second player is to move, it is the total of the rest alone: the lesser of the two,
 * or the greater if the second player helps. So every other diagonal needs no addition: two
 * operations for a cell.
 *
 * Eight diagonals are computed in one pass, which keeps all but the last in registers (stripes.h).
 * The rows of a pass are stored in stripes. Intervals become fewer, so they are stored anew from
 * time to time: a phase.
 */
#include "diagonals.h"

#include <string.h>
#if defined(__x86_64__)
#include <immintrin.h>
#endif

#define DIAGONALS 8
/* A cache line, and the widest vector. */
#define ALIGNMENT 64
/* With fewer intervals, the layout costs more than it saves. */
#define MIN_INTERVALS 256

struct phase {
	const int64_t *values;
	size_t n;
	size_t length;    /* of the current diagonal */
	size_t intervals; /* n - length + 1 */
	size_t steps;     /* the number of diagonals to compute, a multiple of DIAGONALS */
	bool helps;
};

struct as_diagonal_kernel {
	const char *name;
	bool (*is_supported)(void);
	uint64_t max; /* the maximum of a cell */
	size_t cell_bytes;
	size_t (*cells)(size_t count, size_t steps);
	size_t lanes;
	void (*phase)(const struct phase *phase, int64_t *total, void *scratch);
};

static bool any_processor(void)
{
	return true;
}

/* Selects by a mask, for processors without an instruction that selects. */
#define SELECT(a, b, comparison)                                                                   \
	({                                                                                         \
		vector a_ = (a), b_ = (b);                                                         \
		__typeof__(a_ comparison b_) mask_ = a_ comparison b_;                             \
		(vector)((mask_ & a_) | (~mask_ & b_));                                            \
	})

#define CELL int32_t
#define LANES 4
#define NAME(part) portable_int32_##part
#define TARGET
#define MORE(a, b) SELECT(a, b, >)
#define LESS(a, b) SELECT(a, b, <)
#include "stripes.h"

#define CELL int64_t
#define LANES 2
#define NAME(part) portable_int64_##part
#define TARGET
#define MORE(a, b) SELECT(a, b, >)
#define LESS(a, b) SELECT(a, b, <)
#include "stripes.h"

#if defined(__x86_64__)
/* SSE2 cannot compare int64; double has a maximum instruction, and is exact to 2^53. */
#define MAX_IN_DOUBLE (UINT64_C(1) << 53)

#define CELL double
#define LANES 2
#define NAME(part) sse2_double_##part
#define TARGET
#define MORE(a, b) ((vector)_mm_max_pd((__m128d)(a), (__m128d)(b)))
#define LESS(a, b) ((vector)_mm_min_pd((__m128d)(a), (__m128d)(b)))
#include "stripes.h"

static bool has_avx2(void)
{
	return __builtin_cpu_supports("avx2");
}

#define CELL int32_t
#define LANES 8
#define NAME(part) avx2_int32_##part
#define TARGET __attribute__((target("avx2")))
#define MORE(a, b) ((vector)_mm256_max_epi32((__m256i)(a), (__m256i)(b)))
#define LESS(a, b) ((vector)_mm256_min_epi32((__m256i)(a), (__m256i)(b)))
#include "stripes.h"

#define CELL int64_t
#define LANES 4
#define NAME(part) avx2_int64_##part
#define TARGET __attribute__((target("avx2")))
#define MORE(a, b) SELECT(a, b, >)
#define LESS(a, b) SELECT(a, b, <)
#include "stripes.h"

static bool has_avx512(void)
{
	return __builtin_cpu_supports("avx512f");
}

#define CELL int32_t
#define LANES 16
#define NAME(part) avx512_int32_##part
#define TARGET __attribute__((target("avx512f")))
#define MORE(a, b) ((vector)_mm512_max_epi32((__m512i)(a), (__m512i)(b)))
#define LESS(a, b) ((vector)_mm512_min_epi32((__m512i)(a), (__m512i)(b)))
#include "stripes.h"

#define CELL int64_t
#define LANES 8
#define NAME(part) avx512_int64_##part
#define TARGET __attribute__((target("avx512f")))
#define MORE(a, b) ((vector)_mm512_max_epi64((__m512i)(a), (__m512i)(b)))
#define LESS(a, b) ((vector)_mm512_min_epi64((__m512i)(a), (__m512i)(b)))
#include "stripes.h"
#endif

#define KERNEL(name, lanes, cell_bytes, max, is_supported)                                         \
	{                                                                                          \
#name, is_supported, max, cell_bytes, name##_cells, lanes, name##_phase            \
	}

static const struct as_diagonal_kernel kernels[] = {
#if defined(__x86_64__)
	KERNEL(avx512_int32, 16, 4, INT32_MAX, has_avx512),
	KERNEL(avx2_int32, 8, 4, INT32_MAX, has_avx2),
#endif
	KERNEL(portable_int32, 4, 4, INT32_MAX, any_processor),
#if defined(__x86_64__)
	KERNEL(avx512_int64, 8, 8, INT64_MAX, has_avx512),
	KERNEL(avx2_int64, 4, 8, INT64_MAX, has_avx2),
	KERNEL(sse2_double, 2, 8, MAX_IN_DOUBLE, any_processor),
#endif
	KERNEL(portable_int64, 2, 8, INT64_MAX, any_processor),
};

const struct as_diagonal_kernel *as_diagonal_kernel_at(size_t i)
{
	return i < sizeof kernels / sizeof *kernels ? &kernels[i] : NULL;
}

const char *as_diagonal_kernel_name(const struct as_diagonal_kernel *kernel)
{
	return kernel->name;
}

bool as_diagonal_kernel_fits(const struct as_diagonal_kernel *kernel, uint64_t magnitude)
{
	return kernel->is_supported() && magnitude <= kernel->max;
}

const struct as_diagonal_kernel *as_diagonal_kernel_choose(uint64_t magnitude)
{
	const struct as_diagonal_kernel *kernel;
	for (size_t i = 0; (kernel = as_diagonal_kernel_at(i)); i++)
		if (as_diagonal_kernel_fits(kernel, magnitude))
			break;
	return kernel;
}

/* The cost of the layout grows with the number of coins. The cost of cells that are not intervals
 * any more grows with the steps. Both are equal at about 6 sqrt(n) steps; this returns 4 to 8
 * sqrt(n). */
static size_t max_steps(size_t n)
{
	size_t root = 1;
	while (root * root < n)
		root *= 2;
	return 4 * root > DIAGONALS ? 4 * root : DIAGONALS;
}

int as_diagonals_init(struct as_diagonals *diagonals, const int64_t *values, size_t n,
	enum as_play play, const struct as_diagonal_kernel *kernel, struct as_error *error)
{
	*diagonals =
		(struct as_diagonals){.values = values, .n = n, .play = play, .kernel = kernel};
	diagonals->total = calloc(n + 1, sizeof *diagonals->total);
	if (kernel) {
		size_t cells = kernel->cells(n / kernel->lanes + 1, max_steps(n));
		size_t bytes = cells * kernel->cell_bytes;
		diagonals->scratch =
			aligned_alloc(ALIGNMENT, (bytes + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT);
	}
	if (diagonals->total && (diagonals->scratch || !kernel))
		return 0;
	as_diagonals_clear(diagonals);
	return as_error_no_memory(error);
}

void as_diagonals_clear(struct as_diagonals *diagonals)
{
	if (!diagonals)
		return;
	free(diagonals->total);
	free(diagonals->scratch);
	*diagonals = (struct as_diagonals){0};
}

/* In place: total[i + 1] is read before it is overwritten. */
static void advance_by_one(struct as_diagonals *diagonals)
{
	int64_t *total = diagonals->total;
	const int64_t *first = diagonals->values;
	const int64_t *last = first + diagonals->length++;
	size_t intervals = diagonals->n - diagonals->length + 1;
	if (as_diagonals_first_moves(diagonals->n, diagonals->length))
		for (size_t i = 0; i < intervals; i++) {
			int64_t left = first[i] + total[i + 1];
			int64_t right = last[i] + total[i];
			total[i] = left > right ? left : right;
		}
	else if (diagonals->play == AS_PLAY_DUMB)
		for (size_t i = 0; i < intervals; i++)
			total[i] = total[i] > total[i + 1] ? total[i] : total[i + 1];
	else
		for (size_t i = 0; i < intervals; i++)
			total[i] = total[i] < total[i + 1] ? total[i] : total[i + 1];
}

/* The number of diagonals of the next phase: few if few intervals are left. */
static size_t plan_steps(const struct as_diagonals *diagonals, size_t length)
{
	size_t intervals = diagonals->n - diagonals->length + 1;
	size_t steps = max_steps(diagonals->n);
	if (!diagonals->kernel || intervals < MIN_INTERVALS)
		return 0;
	if (steps > length - diagonals->length)
		steps = length - diagonals->length;
	if (steps > intervals / 8)
		steps = intervals / 8;
	return steps / DIAGONALS * DIAGONALS;
}

static void run_phase(struct as_diagonals *diagonals, size_t steps)
{
	const struct phase phase = {
		.values = diagonals->values,
		.n = diagonals->n,
		.length = diagonals->length,
		.intervals = diagonals->n - diagonals->length + 1,
		.steps = steps,
		.helps = diagonals->play == AS_PLAY_DUMB,
	};
	diagonals->kernel->phase(&phase, diagonals->total, diagonals->scratch);
	diagonals->length += steps;
}

void as_diagonals_advance(struct as_diagonals *diagonals, size_t length)
{
	while (diagonals->length < length) {
		/* A phase begins when the second player is to move next. */
		bool second_next = as_diagonals_first_moves(diagonals->n, diagonals->length);
		size_t steps = second_next ? plan_steps(diagonals, length) : 0;
		if (steps)
			run_phase(diagonals, steps);
		else
			advance_by_one(diagonals);
	}
}
