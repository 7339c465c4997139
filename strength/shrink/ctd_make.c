/* SPDX-License-Identifier: MIT */
/* Makes an input by a Checktestdata script: each command that would read a value draws one. */
#include "ctd.h"

#include <errno.h>
#include <inttypes.h>
#include <string.h>

#define MAX_STEPS 1000000
#define MAX_VALUES 500000

static int make_text(struct as_ctd_run *run, const struct as_ctd_value *text, bool is_blank)
{
	(void)is_blank;
	return as_ctd_write(run, text->text, text->size);
}

static int make_integer(
	struct as_ctd_run *run, as_ctd_digits lo, as_ctd_digits hi, as_ctd_digits *value)
{
	char text[32];
	int64_t drawn;

	if (as_ctd_draw_integer(run, lo, hi, &drawn) < 0)
		return -1;
	*value = drawn;
	int length = snprintf(text, sizeof(text), "%" PRId64, drawn);
	return as_ctd_write(run, text, (size_t)length);
}

/* ---- FLOAT ----------------------------------------------------------------------------------- */

/* More decimals than this would overflow 64-bit numbers. */
#define MAX_DECIMALS 15
#define USUAL_DECIMALS 6

/* A bound as a multiple of 10^-decimals, rounded inwards. */
static bool scale_bound(
	const struct as_ctd_value *bound, int decimals, bool is_low, as_ctd_digits *scaled)
{
	struct as_ctd_value exact = *bound;
	bool is_cut = false;

	if (exact.exponent >= -decimals) {
		if (!as_ctd_number_scale(&exact, -decimals))
			return false;
		*scaled = exact.digits;
		return true;
	}
	for (; exact.digits && exact.exponent < -decimals; exact.exponent++) {
		is_cut |= exact.digits % 10 != 0;
		exact.digits /= 10;
	}
	/* The division has cut towards 0. */
	*scaled = exact.digits;
	if (is_cut)
		*scaled += is_low && bound->digits > 0 ? 1 : !is_low && bound->digits < 0 ? -1 : 0;
	return true;
}

static int write_fixed(struct as_ctd_run *run, int64_t scaled, int decimals, const char *ending)
{
	uint64_t left = scaled < 0 ? 0 - (uint64_t)scaled : (uint64_t)scaled;
	char text[64], *at = text + sizeof(text);

	for (int i = 0; i <= decimals || left; i++, left /= 10) {
		if (i && i == decimals)
			*--at = '.';
		*--at = (char)('0' + left % 10);
	}
	if (scaled < 0)
		*--at = '-';
	return as_ctd_write(run, at, (size_t)(text + sizeof(text) - at)) < 0
		       ? -1
		       : as_ctd_write(run, ending, strlen(ending));
}

/* FLOATP wants one digit that is not 0 before the point, and `min` to `max` decimals. */
static int write_normal(
	struct as_ctd_run *run, const struct as_ctd_float *wanted, int64_t scaled, int exponent)
{
	int decimals = 0;
	char ending[16];

	if (!scaled || !wanted->max)
		return as_ctd_break(run);
	for (; scaled % 10 == 0; exponent++)
		scaled /= 10;
	for (int64_t left = scaled; left / 10; left /= 10)
		decimals++;
	snprintf(ending, sizeof(ending), "e%d", exponent + decimals);
	for (; decimals < (wanted->min ? wanted->min : 1); decimals++)
		if (__builtin_mul_overflow(scaled, 10, &scaled))
			return as_ctd_break(run);
	return decimals > wanted->max ? as_ctd_break(run)
				      : write_fixed(run, scaled, decimals, ending);
}

static int make_real(
	struct as_ctd_run *run, const struct as_ctd_float *wanted, struct as_ctd_value *value)
{
	int min = wanted->min < MAX_DECIMALS ? wanted->min : MAX_DECIMALS;
	int max = !wanted->has_decimals        ? USUAL_DECIMALS
		  : wanted->max < MAX_DECIMALS ? wanted->max
					       : MAX_DECIMALS;
	as_ctd_digits lo, hi;
	int64_t decimals, scaled;

	if (as_ctd_draw_integer(run, min, max, &decimals) < 0)
		return -1;
	if (!scale_bound(&wanted->lo, (int)decimals, true, &lo) ||
		!scale_bound(&wanted->hi, (int)decimals, false, &hi))
		return as_ctd_complain(run, ENOTSUP, "bounds beyond 64 bits");
	if (as_ctd_draw_integer(run, lo, hi, &scaled) < 0)
		return -1;
	*value = (struct as_ctd_value){
		.type = AS_CTD_IS_REAL, .digits = scaled, .exponent = -(int32_t)decimals};
	if (wanted->is_scientific && wanted->has_decimals)
		return write_normal(run, wanted, scaled, -(int)decimals);
	return write_fixed(run, scaled, (int)decimals, wanted->is_scientific ? "e0" : "");
}

/* ---- the rest -------------------------------------------------------------------------------- */

/* A copy that lives as long as the run. */
static int keep_text(struct as_ctd_run *run, size_t from, struct as_ctd_value *value)
{
	struct as_ctd_drawing *drawing = as_ctd_drawing_of(run);
	size_t size = drawing->out.size - from;
	char *copy = as_array_reserve(drawing->texts, drawing->text_count, run->error)
			     ? malloc(size + 1)
			     : NULL;

	if (!copy)
		return as_error_no_memory(run->error);
	if (size)
		memcpy(copy, drawing->out.data + from, size);
	copy[size] = '\0';
	drawing->texts[drawing->text_count++] = copy;
	*value = (struct as_ctd_value){.type = AS_CTD_IS_TEXT, .text = copy, .size = size};
	return 0;
}

static int make_regex(struct as_ctd_run *run, uint32_t place, const struct as_ctd_value *pattern,
	struct as_ctd_value *text)
{
	size_t from = as_ctd_drawing_of(run)->out.size, part;

	(void)place;
	if (as_ctd_part(run, false, &part) < 0 || as_ctd_regex(run, pattern) < 0 ||
		as_ctd_part(run, true, &part) < 0)
		return -1;
	return keep_text(run, from, text);
}

/* Whether the next character matches is a choice; 0: it does not. */
static int choose_match(struct as_ctd_run *run, const struct as_ctd_value *chars, bool *holds)
{
	struct as_ctd_drawing *drawing = as_ctd_drawing_of(run);
	uint64_t choice;

	if (as_ctd_draw(run, 1, &choice) < 0)
		return -1;
	drawing->class = *chars;
	drawing->has_class = true;
	*holds = drawing->is_in_class = choice;
	return 0;
}

/* Whether the input ends here is a choice; 0: it ends. */
static int choose_end(struct as_ctd_run *run, bool *holds)
{
	struct as_ctd_drawing *drawing = as_ctd_drawing_of(run);
	uint64_t choice = 0;

	if (!drawing->ended && as_ctd_draw(run, 1, &choice) < 0)
		return -1;
	*holds = drawing->ended = !choice;
	return 0;
}

static int make_end(struct as_ctd_run *run)
{
	as_ctd_drawing_of(run)->ended = true;
	return 0;
}

static const struct as_ctd_device device = {.text = make_text,
	.integer = make_integer,
	.real = make_real,
	.regex = make_regex,
	.next_is = choose_match,
	.at_end = choose_end,
	.end = make_end,
	.failed = as_ctd_break,
	.part = as_ctd_part};

static void clear_drawing(struct as_ctd_drawing *drawing)
{
	for (size_t i = 0; i < drawing->text_count; i++)
		free(drawing->texts[i]);
	free(drawing->texts);
	as_bytes_clear(&drawing->out);
}

int as_ctd_generate(const struct as_ctd *ctd, const struct as_tape *tape, struct as_bytes *out,
	struct as_tape *record, struct as_error *error)
{
	struct as_tape made = {0};
	struct as_ctd_drawing drawing = {
		.tape = tape, .record = &made, .random = as_random_numbered(tape->seed, 0)};
	struct as_ctd_run run = {.ctd = ctd,
		.device = &device,
		.context = &drawing,
		.max_steps = MAX_STEPS,
		.max_values = MAX_VALUES,
		.error = error};
	int result = as_ctd_run(&run);

	if (drawing.is_broken)
		result = 0;
	if (result == 0 && !drawing.out.data && !(drawing.out.data = calloc(1, 1)))
		result = as_error_no_memory(error);
	if (result == 0) {
		*out = drawing.out;
		drawing.out = (struct as_bytes){0};
		*record = made;
	} else {
		as_tape_clear(&made);
	}
	clear_drawing(&drawing);
	return result;
}
