/* SPDX-License-Identifier: MIT */
/* An output validator and interactor with one mode for each behaviour of gen.h that a test
 * checks. */
#include <assay/gen.h>

static int check_place(void)
{
	int64_t n = gen_check_int(GEN_INPUT, 1, 100, "n");
	int64_t right = gen_check_int(GEN_ANSWER, 1, n, NULL);
	int64_t place = gen_check_int(GEN_OUTPUT, 1, n, NULL);
	if (place != right)
		gen_check_fault(GEN_OUTPUT, "%" PRId64 " is not the place", place);
	return gen_check_accept();
}

static int check_names(void)
{
	char name[6], like[12];
	gen_check_token(GEN_OUTPUT, name, sizeof name, "a name");
	gen_check_token_like(GEN_OUTPUT, like, sizeof like, "[a-z]{2}-?[0-9]+", "a plate");
	int who = gen_check_choice(GEN_OUTPUT, "First Second tie", "who wins");
	gen_check_tell_judge("%s %s %d", name, like, who);
	return gen_check_accept();
}

static int check_real(void)
{
	double got = gen_check_real(GEN_OUTPUT, -1e9, 1e9, "the length");
	double expected = gen_check_real(GEN_ANSWER, -1e9, 1e9, "the length");
	if (!gen_close(got, expected, 1e-6, 1e-6))
		gen_check_wrong("%.9g is too far from %.9g", got, expected);
	return gen_check_accept();
}

static int check_lines(void)
{
	char line[8];
	while (gen_check_line(GEN_OUTPUT, line, sizeof line, "a line"))
		gen_check_tell_judge("<%s>", line);
	return gen_check_accept();
}

static int check_notes(void)
{
	int64_t count = gen_check_int(GEN_OUTPUT, 0, 1000000, "a count");
	for (int64_t i = 0; i < count; i++)
		gen_check_tell_judge("note %" PRId64, i);
	gen_check_tell_team("the team %s", "\x1b[31m %n%s");
	gen_check_wrong("the verdict");
}

static int check_score(void)
{
	int64_t score = gen_check_int(GEN_OUTPUT, INT64_MIN, INT64_MAX, "a score");
	if (gen_option_int_or("multiplies", 0, 0, 1))
		return gen_check_accept_multiplier(score, 3);
	return gen_check_accept_score(score, 1);
}

static int check_pass(void)
{
	int64_t number = gen_check_int(GEN_OUTPUT, 0, 9, "a number");
	gen_check_next_pass();
	gen_write_int(number + 1);
	gen_newline();
	return gen_check_accept();
}

static int check_bytes(void)
{
	gen_read_int(0, 9, "a digit");
	gen_read_newline();
	gen_read_end();
	return gen_check_accept();
}

/* Doubles each number that it reads, until 0; further input is wrong. */
static int talk(void)
{
	for (int64_t value = 1; value;) {
		value = gen_check_int(GEN_OUTPUT, 0, 1000, "a number");
		gen_write_int(2 * value);
		gen_newline();
	}
	if (gen_option_int_or("passes", 0, 0, 1)) {
		gen_check_next_pass();
		gen_text("next\n");
	}
	gen_check_end(GEN_OUTPUT);
	gen_check_end(GEN_OUTPUT);
	gen_text("again\n");
	return gen_check_accept();
}

int main(int argc, char **argv)
{
	bool talks = argc > 4 && strcmp(argv[4], "--mode=talk") == 0;
	talks ? gen_interact_start(argc, argv) : gen_check_start(argc, argv);
	switch (gen_option_choice("mode", "place names real lines notes score pass bytes talk")) {
	case 0:
		return check_place();
	case 1:
		return check_names();
	case 2:
		return check_real();
	case 3:
		return check_lines();
	case 4:
		return check_notes();
	case 5:
		return check_score();
	case 6:
		return check_pass();
	case 7:
		return check_bytes();
	default:
		return talk();
	}
}
