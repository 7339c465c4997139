/* SPDX-License-Identifier: MIT */
/* The output validators of the coin-row family: what they accept, and what they say of the rest. */
#include "programs.h"

#define PROBLEMS ASSAY_SOURCE_DIR "/problems/"

static void set_up(void)
{
	make_dir();
	cr_assert(build(PROBLEMS "coinsmoves/output_validator/validate.c", "moves", 0));
	cr_assert(build(PROBLEMS "shared/interact.c", "interact", 0));
}

TestSuite(coin_validators, .init = set_up, .fini = remove_dir, .timeout = 100);

/* One run with a fresh feedback folder; `output` may hold anything. */
static int validate(const char *program, const char *row, const char *answer, const char *output,
	size_t size, const char *options)
{
	shell("rm -rf %s/feedback && mkdir %s/feedback", dir, dir);
	spill("row", row, strlen(row));
	spill("answer", answer, strlen(answer));
	spill("in", output, size);
	char arguments[256];
	snprintf(arguments, sizeof arguments, "row answer feedback/ %s", options);
	return run(program, 0, arguments).status;
}

static void expect_message(const char *name, const char *expected, const char *what)
{
	char text[8192];
	slurp(name, text, sizeof text);
	text[strcspn(text, "\n")] = '\0';
	cr_expect_str_eq(text, expected, "%s: %s", what, text);
}

Test(coin_validators, each_package_has_the_interactor_as_it_is_in_the_shared_folder)
{
	static const char *const packages[] = {"coinsparity", "coinsplay"};
	static const char *const files[] = {"interact.c", "opponents.h"};
	for (size_t p = 0; p < sizeof packages / sizeof *packages; p++)
		for (size_t f = 0; f < sizeof files / sizeof *files; f++)
			cr_expect_eq(shell("cmp " PROBLEMS "shared/%s " PROBLEMS
					   "%s/output_validator/%s",
					     files[f], packages[p], files[f]),
				0, "copy problems/shared/%s to problems/%s/output_validator",
				files[f], packages[p]);
}

/* ---- coinsany ---- */

Test(coin_validators, each_group_of_coinsany_has_bounds_of_its_own)
{
	static const struct {
		const char *arguments, *input, *complaint;
	} rows[] = {
		{"", "3\n-1000000000000 0 1000000000000\n", NULL},
		{"--max-n 2", "2\n1 2\n", NULL},
		{"--max-n 2", "3\n1 2 3\n",
			"line 1, column 1: expected n, an integer from 1 to 2, got '3'\n"},
		{"--even 1", "2\n1 2\n", NULL},
		{"--even 1", "3\n1 2 3\n",
			"line 1, column 1: n must be even in this group, got 3\n"},
		{"--min 0 --max 9", "2\n0 9\n", NULL},
		{"--min 0", "1\n-1\n",
			"line 2, column 1: expected a value, an integer from 0 to 1000000000000, "
			"got '-1'\n"},
		{"--max 9", "1\n10\n",
			"line 2, column 1: expected a value, an integer from -1000000000000 to 9, "
			"got '10'\n"},
	};
	cr_assert(build(PROBLEMS "coinsany/input_validators/validate.c", "any", 0));
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		spill("in", rows[i].input, strlen(rows[i].input));
		expect_run("any", 0, rows[i].arguments, rows[i].complaint ? 43 : 42, "",
			rows[i].complaint ? rows[i].complaint : "");
	}
}

/* ---- coinsmoves ---- */

Test(coin_validators, moves_are_rejected_with_the_reason)
{
	static const struct {
		const char *row, *answer, *output;
		int status;
		const char *message;
	} rows[] = {
		{"4\n5 3 7 10\n", "15\n", "15\nRRLL\n", 42, NULL},
		{"4\n5 3 7 10\n", "15\n", "  15 RRLR", 42, NULL},
		{"3\n1 0 0\n", "1\n", "1\nLRR\n", 42, NULL},
		{"1\n-7\n", "-7\n", "-7\nR\n", 42, NULL},
		{"3\n1 0 0\n", "1\n", "1\nRRR\n", 43,
			"move 1, the first player's, is R, and L is better: the coins are 1 on the "
			"left and 0 on the right, 3 in all"},
		{"4\n5 3 7 10\n", "15\n", "15\nRLRL\n", 43,
			"move 2, the second player's, is L, and R is better: the coins are 5 on "
			"the left and 7 on the right, 3 in all"},
		{"4\n5 3 7 10\n", "15\n", "5\nRRLL\n", 43,
			"every move is optimal, and the first player gets 15, but the first line "
			"says 5"},
		{"4\n5 3 7 10\n", "15\n", "15\nRRL\n", 43,
			"the moves end after 3 of 4: each coin is taken by one move, also the "
			"last"},
		{"4\n5 3 7 10\n", "15\n", "15\nRRLLL\n", 43,
			"there are more moves than the 4 coins"},
		{"4\n5 3 7 10\n", "15\n", "15\nR R L L\n", 43,
			"the moves end after 1 of 4: each coin is taken by one move, also the "
			"last"},
		{"4\n5 3 7 10\n", "15\n", "15\nRRLL\nL\n", 43,
			"there is more after the moves: expected the end of the output"},
		{"4\n5 3 7 10\n", "15\n", "15\nRrLL\n", 43,
			"move 2 is 'r': a move is the letter L or R, and there is nothing between "
			"two moves"},
		{"4\n5 3 7 10\n", "15\n", "", 43,
			"the output is empty: expected the first player's total and the moves"},
		{"4\n5 3 7 10\n", "15\n", "1-5\nRRLL\n", 43,
			"the first line must be one integer, and is '1-5'"},
		{"4\n5 3 7 10\n", "15\n", "15.0\nRRLL\n", 43,
			"the first line must be one integer, the first player's total; its letter "
			"3 is '.'"},
		{"4\n5 3 7 10\n", "15\n", "\x01\n", 43,
			"the first line must be one integer, the first player's total; its letter "
			"1 is byte 0x01"},
	};
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		const char *output = rows[i].output;
		int status =
			validate("moves", rows[i].row, rows[i].answer, output, strlen(output), "");
		cr_expect_eq(status, rows[i].status, "'%s': %d", output, status);
		if (rows[i].message)
			expect_message("feedback/judgemessage.txt", rows[i].message, output);
	}
}

Test(coin_validators, what_is_wrong_with_the_package_is_no_fault_of_the_submission)
{
	spill("row", "2\n1 2\n", 6);
	spill("answer", "1\n", 2);
	spill("in", "R\n", 2);
	cr_assert_eq(shell("mkdir %s/feedback", dir), 0);
	expect_run("moves", 0, "row answer feedback/", 1, "",
		"gen.h: answer: the total is not the best one\n");
	expect_run("interact", 0, "row answer feedback/ optimal greedy", 1, "",
		"gen.h: answer: the goal is 2\n");
	expect_run("interact", 0, "row answer feedback/ most greedy", 1, "",
		"gen.h: there is no goal 'most': half or optimal\n");
	expect_run("interact", 0, "row answer feedback/ half nobody", 1, "",
		"gen.h: there is no opponent 'nobody'\n");
	expect_run("interact", 0, "none answer feedback/ half greedy", 1, "",
		"gen.h: cannot open none: No such file or directory\n");
}

static int lead(const int *coin, int count)
{
	if (count == 0)
		return 0;
	int left = coin[0] - lead(coin + 1, count - 1);
	int right = coin[count - 1] - lead(coin, count - 1);
	return left > right ? left : right;
}

/* Whether the moves, a bit each, are all optimal. */
static bool is_optimal(const int *coin, int count, unsigned moves)
{
	for (; count > 0; count--, moves >>= 1) {
		int got = moves & 1 ? coin[count - 1] - lead(coin, count - 1)
				    : coin[0] - lead(coin + 1, count - 1);
		if (got != lead(coin, count))
			return false;
		coin += !(moves & 1);
	}
	return true;
}

Test(coin_validators, of_all_games_on_small_rows_those_without_a_mistake_are_accepted)
{
	for (unsigned row = 0; row < 8; row++)
		for (unsigned moves = 0; moves < 8; moves++) {
			int coin[3] = {row & 1, row >> 1 & 1, row >> 2};
			int total = (coin[0] + coin[1] + coin[2] + lead(coin, 3)) / 2;
			char text[64], answer[16], output[32];
			snprintf(text, sizeof text, "3\n%d %d %d\n", coin[0], coin[1], coin[2]);
			snprintf(answer, sizeof answer, "%d\n", total);
			snprintf(output, sizeof output, "%d\n%c%c%c\n", total, "LR"[moves & 1],
				"LR"[moves >> 1 & 1], "LR"[moves >> 2]);
			cr_expect_eq(validate("moves", text, answer, output, strlen(output), ""),
				is_optimal(coin, 3, moves) ? 42 : 43, "%s%s", text, output);
		}
}

/* ---- coinsparity and coinsplay ---- */

Test(coin_validators, a_game_is_told_move_by_move)
{
	static const struct {
		const char *row, *answer, *moves, *options;
		int status;
		const char *said, *message, *team;
	} rows[] = {
		/* The opponents' own ways. */
		{"4\n8 15 3 7\n", "22\n", "R\nR\n", "optimal optimal", 43, "4\n8 15 3 7\nL\nL\n",
			"game 1 of 1, against optimal: you end with 10, and 22 was to be had; your "
			"move 2, R, was the first mistake, and cost 12",
			NULL},
		{"4\n8 15 3 7\n", "22\n", "R\nL\n", "optimal greedy", 42, "4\n8 15 3 7\nL\nL\n",
			"the goal was reached in every game: 1", NULL},
		{"4\n8 15 3 7\n", "17\n", "R L\n", "half mirror", 42, "4\n8 15 3 7\nL\nR\n",
			"the goal was reached in every game: 1", NULL},
		{"3\n-4 -6 -5\n", "-10\n", "L\nR\n", "optimal optimal", 42, "3\n-4 -6 -5\nR\n",
			"the goal was reached in every game: 1", NULL},
		/* Hostile ones: each is wrong, and nobody else's fault. */
		{"2\n1 2\n", "2\n", "", "half greedy", 43, "2\n1 2\n",
			"game 1 of 1, against greedy: the output ends before move 1: 2 of 2 coins "
			"are left",
			"the output ends before move 1: 2 of 2 coins are left"},
		{"4\n8 15 3 7\n", "22\n", "R\nxyzzy\n", "optimal greedy", 43, "4\n8 15 3 7\nL\n",
			"game 1 of 1, against greedy: move 2 begins with 'x': expected L or R on a "
			"line of its own",
			"move 2 begins with 'x': expected L or R on a line of its own"},
		{"2\n1 2\n", "2\n", "RIGHT\n", "half greedy", 43, "2\n1 2\n",
			"game 1 of 1, against greedy: after the R of move 1 comes 'I': expected "
			"the end of the line",
			"after the R of move 1 comes 'I': expected the end of the line"},
		{"2\n1 2\n", "2\n", "R", "half greedy", 43, "2\n1 2\n",
			"game 1 of 1, against greedy: after the R of move 1 comes the end of the "
			"output: expected the end of the line",
			"after the R of move 1 comes the end of the output: expected the end of "
			"the line"},
		{"2\n1 2\n", "2\n", "\xFF%n%s\n", "half greedy", 43, "2\n1 2\n",
			"game 1 of 1, against greedy: move 1 begins with byte 0xFF: expected L or "
			"R on a line of its own",
			"move 1 begins with byte 0xFF: expected L or R on a line of its own"},
		{"2\n1 2\n", "2\n", "R\n\n  L\n", "half greedy", 43, "2\n1 2\nL\n",
			"game 1 of 1, against greedy: after the last coin comes 'L': expected the "
			"end of the output",
			"after the last coin comes 'L': expected the end of the output"},
	};
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		const char *moves = rows[i].moves;
		char said[256];
		int status = validate("interact", rows[i].row, rows[i].answer, moves, strlen(moves),
			rows[i].options);
		cr_expect_eq(status, rows[i].status, "'%s' %s: %d", moves, rows[i].options, status);
		slurp("out", said, sizeof said);
		cr_expect_str_eq(said, rows[i].said, "'%s' %s", moves, rows[i].options);
		if (rows[i].message)
			expect_message("feedback/judgemessage.txt", rows[i].message, moves);
		if (rows[i].team)
			expect_message("feedback/teammessage.txt", rows[i].team, moves);
	}
}

Test(coin_validators, each_pass_is_a_game_against_the_next_opponent)
{
	static const char row[] = "4\n8 15 3 7\n", options[] = "optimal greedy mirror optimal";
	char text[4096];
	cr_assert_eq(validate("interact", row, "22\n", "R\nL\n", 4, options), 42);
	slurp("feedback/nextpass.in", text, sizeof text);
	cr_expect_str_eq(text, row);
	cr_assert_eq(shell("rm %s/feedback/nextpass.in", dir), 0);
	cr_assert_eq(
		run("interact", 0, "row answer feedback/ optimal greedy mirror optimal").status,
		42);
	cr_assert_eq(shell("rm %s/feedback/nextpass.in", dir), 0);
	/* In the third game the 15 is given away. */
	spill("in", "L\nR\n", 4);
	cr_assert_eq(
		run("interact", 0, "row answer feedback/ optimal greedy mirror optimal").status,
		43);
	cr_expect_neq(shell("test -e %s/feedback/nextpass.in", dir), 0);
	slurp("feedback/judgemessage.txt", text, sizeof text);
	cr_expect_str_eq(text,
		"game 3 of 3, against optimal: you end with 15, and 22 was to be had; your move 1, "
		"L, was the first mistake, and cost 7\n"
		"The game, with 4 coins, together 33:\n"
		"1. you L takes 8, the opponent L takes 15\n"
		"2. you R takes 7, the opponent L takes 3\n"
		"Before:\n"
		"game 1, against greedy: you 22, the opponent 11; 22 was to be had\n"
		"game 2, against mirror: you 22, the opponent 11; 22 was to be had\n");
}
