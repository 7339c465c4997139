/* SPDX-License-Identifier: MIT */
/* The packages that `assay new` makes, one for each kind of problem. Their texts are in kinds/. */
#include "new_kind.h"

#include <assay/base/keeper.h>

#define TEXT(kind, name, ending)                                                                   \
	AS_EMBED(new_kind_##kind##_##name, ASSAY_TEXTS_PATH "/" #kind "/" #name ending)
#define TEXTS(kind)                                                                                \
	TEXT(kind, statement, ".md");                                                              \
	TEXT(kind, output, ".py");                                                                 \
	TEXT(kind, right, ".py");                                                                  \
	TEXT(kind, wrong, ".py")

TEXTS(split);
TEXTS(guess);
TEXTS(code);
TEXTS(note);
TEXT(sum, statement, ".md");
TEXT(sum, right, ".py");
TEXT(sum, wrong, ".py");
TEXT(sum, input, ".py");
TEXT(split, input, ".py");
TEXT(guess, input, ".py");
TEXT(code, input, ".py");
TEXT(sum, seeded, ".py");
TEXT(split, seeded, ".py");
TEXT(guess, seeded, ".py");
TEXT(code, seeded, ".py");

const struct new_kind new_kinds[NEW_KIND_COUNT] = {
	[AS_NEW_PLAIN] = {.title = "Sum",
		.statement = new_kind_sum_statement,
		.input_validator = new_kind_sum_input,
		.right = {"accepted/sum.py", new_kind_sum_right},
		.wrong = {"wrong_answer/no_sign.py", new_kind_sum_wrong},
		.random = new_kind_sum_seeded,
		.sample = {"1", "1 2\n", "3\n"},
		.secret = {{"1-negative", "-5 3\n", "-2\n"},
			{"2-large", "1000000000 1000000000\n", "2000000000\n"}}},
	[AS_NEW_CHECKER] = {.title = "Two Numbers",
		.statement = new_kind_split_statement,
		.input_validator = new_kind_split_input,
		.output_validator = {"output_validator/validate.py", new_kind_split_output},
		.right = {"accepted/one.py", new_kind_split_right},
		.wrong = {"wrong_answer/half.py", new_kind_split_wrong},
		.random = new_kind_split_seeded,
		.sample = {"1", "4\n", "2 2\n"},
		.secret = {{"1-odd", "7\n", "1 6\n"},
			{"2-large", "1000000000\n", "1 999999999\n"}}},
	[AS_NEW_INTERACTIVE] = {.title = "Guess",
		.type = "interactive",
		.statement = new_kind_guess_statement,
		.interaction =
			">500\n<lower\n>250\n<lower\n>125\n<lower\n>62\n<lower\n>31\n<lower\n>15\n"
			"<lower\n>7\n<correct\n",
		.input_validator = new_kind_guess_input,
		.output_validator = {"output_validator/interact.py", new_kind_guess_output},
		.right = {"accepted/halve.py", new_kind_guess_right},
		.wrong = {"wrong_answer/count.py", new_kind_guess_wrong},
		.random = new_kind_guess_seeded,
		.sample = {"1", "7\n", "7\n"},
		.secret = {{"1-last", "1000\n", "1000\n"}, {"2-first", "1\n", "1\n"}}},
	[AS_NEW_MULTI_PASS] = {.title = "Digits",
		.type = "multi-pass",
		.statement = new_kind_code_statement,
		.interaction = "<encode\n<zoo\n>251414\n---\n<decode\n<251414\n>zoo\n",
		.input_validator = new_kind_code_input,
		.output_validator = {"output_validator/validate.py", new_kind_code_output},
		.right = {"accepted/pairs.py", new_kind_code_right},
		.wrong = {"wrong_answer/single.py", new_kind_code_wrong},
		.random = new_kind_code_seeded,
		.sample = {"1", "encode\nzoo\n", "zoo\n"},
		.secret = {{"1-abc", "encode\nabc\n", "abc\n"},
			{"2-az", "encode\nazazaz\n", "azazaz\n"}}},
	[AS_NEW_INTERACTIVE_MULTI_PASS] = {.title = "Note",
		.type = "interactive, multi-pass",
		.statement = new_kind_note_statement,
		.interaction = "<find\n>500\n<lower\n>250\n<lower\n>125\n<lower\n>62\n<lower\n>31\n"
			       "<lower\n>15\n<lower\n>7\n<correct\n>7\n---\n<again\n<7\n>7\n",
		.input_validator = new_kind_guess_input,
		.output_validator = {"output_validator/interact.py", new_kind_note_output},
		.right = {"accepted/number.py", new_kind_note_right},
		.wrong = {"wrong_answer/digit.py", new_kind_note_wrong},
		.random = new_kind_guess_seeded,
		.sample = {"1", "7\n", "7\n"},
		.secret = {{"1-last", "1000\n", "1000\n"}, {"2-middle", "500\n", "500\n"}}},
};
