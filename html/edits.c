/* SPDX-License-Identifier: MIT */
/*
 * The algorithm of E. Myers (An O(ND) Difference Algorithm, 1986): after round d, `far[k]` is the
 * furthest position in the left text on diagonal k (left position minus right position) that d
 * edits reach. The positions of each round are kept, to find the way back.
 */
#include <assay/html/edits.h>

#include <string.h>

/* Comparisons of lines: a fraction of a second. */
#define WORK_MAX 4000000

int as_lines_split(const char *text, size_t size, struct as_lines *lines, struct as_error *error)
{
	struct as_text_line rest = {text, size};
	size_t max = 1;

	for (size_t i = 0; i < size; i++)
		max += text[i] == '\n';
	*lines = (struct as_lines){.items = calloc(max, sizeof *lines->items)};
	if (!lines->items)
		return as_error_no_memory(error);
	while (as_text_take_line(&rest, &lines->items[lines->count]))
		lines->count++;
	return 0;
}

static bool is_same(const struct as_text_line *a, const struct as_text_line *b)
{
	return a->size == b->size && memcmp(a->text, b->text, a->size) == 0;
}

/* The part of both texts without common lines at the beginning and the end. */
struct search {
	const struct as_text_line *left, *right;
	int left_count, right_count;
	int *far;   /* by diagonal, from -AS_EDITS_MAX - 1 */
	int *trace; /* the positions of round d from d * (d + 1) / 2 on */
	size_t work;
};

/* True if the way comes from the diagonal above: a line of the right text is added. */
static bool is_added(const int *far, int round, int diagonal)
{
	return diagonal == -round || (diagonal != round && far[diagonal - 1] < far[diagonal + 1]);
}

/* The furthest position on a diagonal with one more edit. */
static int advance(struct search *search, int *far, int round, int diagonal)
{
	int left = is_added(far, round, diagonal) ? far[diagonal + 1] : far[diagonal - 1] + 1;

	while (left < search->left_count && left - diagonal < search->right_count &&
		++search->work && is_same(&search->left[left], &search->right[left - diagonal]))
		left++;
	return left;
}

/* The number of edits; -1: too many. */
static int search_forward(struct search *search)
{
	int *far = search->far + AS_EDITS_MAX + 1;
	const int end = search->left_count - search->right_count;

	far[1] = 0;
	for (int round = 0; round <= AS_EDITS_MAX && search->work < WORK_MAX; round++) {
		int *trace = &search->trace[(size_t)round * (size_t)(round + 1) / 2];
		for (int diagonal = -round; diagonal <= round; diagonal += 2) {
			const int left = advance(search, far, round, diagonal);
			far[diagonal] = left;
			trace[(diagonal + round) / 2] = left;
			if (diagonal == end && left >= search->left_count)
				return round;
		}
	}
	return -1;
}

/* Restores the positions of a round. */
static void restore(struct search *search, int round)
{
	const int *trace = &search->trace[(size_t)round * (size_t)(round + 1) / 2];

	for (int i = 0; i <= round; i++)
		search->far[AS_EDITS_MAX + 1 + 2 * i - round] = trace[i];
}

/* Writes the steps from the last one; `at`: the number of steps of the whole way. */
static void search_back(struct search *search, int rounds, uint8_t *steps, size_t at)
{
	int *far = search->far + AS_EDITS_MAX + 1;
	int left = search->left_count, right = search->right_count;

	for (int round = rounds; round > 0; round--) {
		restore(search, round - 1);
		const int diagonal = left - right;
		const bool added = is_added(far, round, diagonal);
		const int from = added ? far[diagonal + 1] : far[diagonal - 1] + 1;
		for (; left > from; left--, right--)
			steps[--at] = AS_DIFF_BOTH;
		steps[--at] = added ? AS_DIFF_RIGHT : AS_DIFF_LEFT;
		left -= !added;
		right -= added;
	}
	memset(steps, AS_DIFF_BOTH, at);
}

static int find_middle(struct search *search, size_t before, size_t after, struct as_edits *edits,
	struct as_error *error)
{
	const int rounds = search_forward(search);

	if (rounds < 0)
		return 0;
	const size_t left = (size_t)search->left_count, right = (size_t)search->right_count;
	const size_t steps = (left + right + (size_t)rounds) / 2;
	edits->right_only = ((size_t)rounds + right - left) / 2;
	edits->left_only = (size_t)rounds - edits->right_only;
	edits->count = before + steps + after;
	edits->steps = malloc(edits->count + 1);
	if (!edits->steps)
		return as_error_no_memory(error);
	memset(edits->steps, AS_DIFF_BOTH, edits->count);
	search_back(search, rounds, edits->steps + before, steps);
	return 1;
}

int as_edits_find(
	struct as_lines left, struct as_lines right, struct as_edits *edits, struct as_error *error)
{
	const size_t both = left.count < right.count ? left.count : right.count;
	size_t before = 0, after = 0;

	*edits = (struct as_edits){0};
	if (left.count > INT32_MAX / 4 || right.count > INT32_MAX / 4)
		return 0;
	while (before < both && is_same(&left.items[before], &right.items[before]))
		before++;
	while (after < both - before &&
		is_same(&left.items[left.count - 1 - after], &right.items[right.count - 1 - after]))
		after++;
	AS_AUTO_FREE int *far = calloc(2 * AS_EDITS_MAX + 4, sizeof *far);
	AS_AUTO_FREE int *trace =
		calloc((size_t)(AS_EDITS_MAX + 1) * (AS_EDITS_MAX + 2) / 2, sizeof *trace);
	if (!far || !trace)
		return as_error_no_memory(error);
	struct search search = {.left = left.items + before,
		.right = right.items + before,
		.left_count = (int)(left.count - before - after),
		.right_count = (int)(right.count - before - after),
		.far = far,
		.trace = trace};
	return find_middle(&search, before, after, edits, error);
}
