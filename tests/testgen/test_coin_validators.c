/* SPDX-License-Identifier: MIT */
/* The output validators of the coin-row family: accepted outputs, and messages about the others. */
#include "programs.h"

#include <ctype.h>

#define PROBLEMS ASSAY_SOURCE_DIR "/problems/"

static void set_up(void)
{
	make_dir();
	cr_assert(build(PROBLEMS "coinsmoves/output_validator/validate.c", "moves", 0));
	cr_assert(build(PROBLEMS "shared/interact.c", "interact", 0));
	cr_assert(build(PROBLEMS "coinsnotebook/output_validator/interact.c", "notebook", 0));
}

TestSuite(coin_validators, .init = set_up, .fini = remove_dir, .timeout = 600);

/* One run with a fresh feedback folder; `output` may contain any bytes. */
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

Test(coin_validators, a_fault_of_the_package_is_not_the_submissions)
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

/* True if the moves, a bit each, are all optimal. */
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

Test(coin_validators, a_game_is_explained_move_by_move)
{
	static const struct {
		const char *row, *answer, *moves, *options;
		int status;
		const char *said, *message, *team;
	} rows[] = {
		/* Games against each opponent. */
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
		/* Hostile outputs: each is a wrong answer, and not a fault of the package. */
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
	/* In the third game the moves lose the 15. */
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

/* ---- coinsnotebook ---- */

#define MEM "--function game_mem"
#define BUP "--function game_bup"
#define ROW "1\n4\n8 15 3 7\n"

Test(coin_validators, a_reply_of_the_harness_is_accepted_or_rejected_with_the_reason)
{
	static const char all[] = "call 1 of 1, game_mem(0, 3, [8, 15, 3, 7]) ";
	static const struct {
		const char *replies;
		int status;
		const char *judge; /* follows `all` if it begins with a small letter */
		const char *team;
	} rows[] = {
		{"loaded\ncalls 17, depth 3\nreturned 22\n", 42, NULL, NULL},
		{"loaded\nreturned 22", 42, NULL, NULL},
		{"files 2\nloaded\nreturned 22\n", 42,
			"Person: 2 files define game_mem, and the first by name was judged", NULL},
		{"loaded\nfiles 2\nreturned 22\n", 42, NULL, NULL},
		{"loaded, raised EOFError at line 8\nreturned 22\n", 42, NULL, NULL},
		{"loaded\nreturned 19\n", 43, "returned 19, expected 22",
			"the value of game_mem for 4 coins is wrong"},
		{"loaded\nreturned float\n", 43,
			"returned a value of the type float; an int is expected",
			"game_mem, called for 4 coins, returned a value of the type float; an int "
			"is "
			"expected"},
		{"loaded\nreturned v8_15_3_7\n", 43,
			"returned an object of its own class; an int is expected",
			"game_mem, called for 4 coins, returned an object of its own class; an int "
			"is "
			"expected"},
		{"loaded\nreturned NoneType\n", 43, "returned None: is a return statement missing?",
			"game_mem, called for 4 coins, returned None: is a return statement "
			"missing?"},
		{"loaded\nreturned int of more than 18 digits\n", 43,
			"returned an int of more than 18 digits",
			"game_mem, called for 4 coins, returned an int of more than 18 digits"},
		{"loaded\nraised KeyError at cell 3, line 7\n", 43,
			"raised KeyError at cell 3, line 7",
			"game_mem, called for 4 coins, raised KeyError at cell 3, line 7"},
		{"loaded\nraised Row8_15_3_7 at line 7: 8 15 3 7\n", 43,
			"raised another exception at line 7",
			"game_mem, called for 4 coins, raised another exception at line 7"},
		{"loaded\nmissing\n", 43, "The file has no function game_mem",
			"the file has no function game_mem"},
		{"loaded, raised NameError at line 3\nmissing\n", 43,
			"The file has no function game_mem", "the file has no function game_mem"},
		{"loaded\n", 43, "did not return", "game_mem, called for 4 coins, did not return"},
		{"", 43, "The program ended while the file was loaded",
			"the program ended while the file was loaded: does code outside of "
			"functions end it, or take long?"},
		{"loaded\naccepted\n", 43, "was answered by a line that the harness does not write",
			"game_mem, called for 4 coins, was answered by a line that the harness "
			"does "
			"not write"},
		{"loaded\nreturned 22 or 23\n", 43,
			"was answered by a line that the harness does not write",
			"game_mem, called for 4 coins, was answered by a line that the harness "
			"does "
			"not write"},
		{"loaded\nreturned 22\nreturned 22\n", 43,
			"Token 3: expected the end of the output, got 'returned'", NULL},
	};
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		const char *replies = rows[i].replies, *judge = rows[i].judge;
		char expected[256];
		int status = validate("notebook", ROW, "22\n", replies, strlen(replies), MEM);
		cr_expect_eq(status, rows[i].status, "'%s': %d", replies, status);
		if (judge && islower((unsigned char)*judge))
			snprintf(expected, sizeof expected, "%s%s", all, judge);
		else if (judge)
			snprintf(expected, sizeof expected, "%c%s", tolower((unsigned char)*judge),
				judge + 1);
		if (judge)
			expect_message("feedback/judgemessage.txt", expected, replies);
		if (rows[i].team)
			expect_message("feedback/teammessage.txt", rows[i].team, replies);
	}
}

Test(coin_validators, the_tests_use_whole_rows_or_all_of_their_parts)
{
	char said[512];
	cr_expect_eq(validate("notebook", "2\n1\n5\n2\n3 9\n", "5\n9\n",
			     "loaded\nreturned 5\nreturned 9\n", 29, BUP),
		42);
	slurp("out", said, sizeof said);
	cr_expect_str_eq(said, "game_bup([5])\ngame_bup([3, 9])\n");
	cr_expect_eq(validate("notebook", "1\n2\n3 9\n", "9\n",
			     "loaded\nreturned 3\nreturned 9\nreturned 9\n", 40, MEM " --parts 1"),
		42);
	slurp("out", said, sizeof said);
	cr_expect_str_eq(said, "game_mem(0, 0, [3, 9])\ngame_mem(0, 1, [3, 9])\n"
			       "game_mem(1, 1, [3, 9])\n");
	/* The submission is not at fault if the package is. */
	cr_expect_eq(validate("notebook", ROW, "21\n", "", 0, MEM), 1);
	cr_expect_eq(validate("notebook", ROW, "22\n", "", 0, "--function game"), 1);
	cr_expect_eq(validate("notebook", ROW, "22\n", "", 0, BUP " --parts 1"), 1);
}

/* Expects the second line of the participants' message on `replies` to the whole rows. */
static void expect_idea(const char *row, const char *answer, const char *replies, const char *idea)
{
	char text[4096];
	cr_assert_eq(validate("notebook", row, answer, replies, strlen(replies), MEM), 43);
	slurp("feedback/teammessage.txt", text, sizeof text);
	const char *second = strchr(text, '\n');
	cr_assert_not_null(second, "%s", text);
	cr_expect_eq(strncmp(second + 1, idea, strlen(idea)), 0, "'%s': %s", idea, text);
	cr_expect(*idea || !second[1], "%s", text);
}

Test(coin_validators, a_wrong_idea_is_named_if_it_explains_every_value)
{
	expect_idea(ROW, "22\n", "loaded\nreturned 11\n", "the value is that of the second player");
	expect_idea(
		ROW, "22\n", "loaded\nreturned 33\n", "the value is that of all coins together");
	expect_idea(ROW, "22\n", "loaded\nreturned 15\n",
		"the value is that of two players who both take the larger end");
	expect_idea(ROW, "22\n", "loaded\nreturned 23\n",
		"the value is that of a game in which the opponent helps");
	expect_idea(ROW, "22\n", "loaded\nreturned 19\n", "");
	/* One idea explains the second row, and none the third. */
	expect_idea("2\n4\n8 15 3 7\n1\n5\n", "22\n5\n", "loaded\nreturned 15\nreturned 5\n",
		"every value is that of two players");
	expect_idea("2\n4\n8 15 3 7\n1\n5\n", "22\n5\n", "loaded\nreturned 15\nreturned 4\n", "");
	expect_message("feedback/judgemessage.txt",
		"2 of 2 values are wrong; the first: call 1 of 2, game_mem(0, 3, [8, 15, 3, 7]) "
		"returned 15, expected 22",
		"two rows");
	expect_message("feedback/teammessage.txt",
		"2 of 2 values of game_mem are wrong, the first for 4 coins", "two rows");
	/* The cache contains the parts of the first row. */
	expect_idea("2\n3\n1 2 1\n4\n8 15 3 7\n", "2\n22\n", "loaded\nreturned 2\nreturned 31\n",
		"every value is that of a cache that is kept from one call to the next");
}

/* Expects the judges' message on a row of `n` coins of value 1 and its replies. */
static void expect_ones(
	int n, const char *options, int got, const char *counts, int status, const char *message)
{
	char row[2048], answer[16], replies[256], text[4096] = "";
	int used = snprintf(row, sizeof row, "1\n%d\n", n);
	for (int i = 0; i < n; i++)
		used += snprintf(
			row + used, sizeof row - (size_t)used, "1%c", i + 1 < n ? ' ' : '\n');
	snprintf(answer, sizeof answer, "%d\n", (n + 1) / 2);
	snprintf(replies, sizeof replies, got < 0 ? "loaded\n%s" : "loaded\n%sreturned %d\n",
		counts, got);
	cr_expect_eq(validate("notebook", row, answer, replies, strlen(replies), options), status,
		"%s", replies);
	if (shell("test -e %s/feedback/judgemessage.txt", dir) == 0)
		slurp("feedback/judgemessage.txt", text, sizeof text);
	cr_expect_eq(*message != 0, strstr(text, *message ? message : "person: ") != NULL, "%s: %s",
		replies, text);
}

Test(coin_validators, counts_that_contradict_the_values_are_an_item_for_a_person)
{
	expect_ones(100, MEM, 50, "calls 10201, depth 51\n", 42, "");
	expect_ones(100, BUP, 50, "calls 1, depth 1\n", 42, "");
	expect_ones(10, MEM, 5, "calls 1, depth 1\n", 42, "");
	expect_ones(100, MEM, 50, "calls 1, depth 1\n", 42,
		"person: game_mem is right without recursion; ");
	expect_ones(100, BUP, 50, "calls 10201, depth 51\n", 42,
		"person: game_bup is right by recursion; ");
	expect_ones(100, MEM, 50, "calls more than 200100\n", 42,
		"person: game_mem is right in time, though ");
	expect_ones(100, MEM, -1, "calls more than 200100\n", 43,
		"the calls do not find each other's values. Is the cache passed on");
	expect_ones(100, MEM, -1, "", 43, "person: game_mem did not return a value, though ");
	expect_ones(201, MEM, -1, "", 43, "");
}

/* ---- the harness of coinsnotebook ---- */

/* Another file of the submission, or NULL. */
static const char *also;

/* Expects these replies to `requests` with the file as it was submitted. */
static void expect_replies(
	const char *file, const char *text, const char *requests, const char *expected)
{
	char replies[1024];
	cr_assert_eq(shell("rm -rf %s/program && mkdir %s/program && cp " PROBLEMS
			   "coinsnotebook/include/python3/__main__.py %s/program/",
			     dir, dir, dir),
		0);
	cr_assert(!also || shell("cp %s/%s %s/program/", dir, also, dir) == 0);
	spill(file, text, strlen(text));
	spill("in", requests, strlen(requests));
	int status = shell("cd %s && python3 program/__main__.py <in >out 2>err", dir);
	cr_expect_eq(status, 0, "%s: %d", text, status);
	slurp("out", replies, sizeof replies);
	cr_expect_str_eq(replies, expected, "%s: %s", text, replies);
}

Test(coin_validators, the_harness_reports_what_the_functions_do)
{
	static const char one[] = "game_bup([7])\n";
	expect_replies("program/a.py", "def game_bup(v):\n    return v[0]\n",
		"game_bup([7])\ngame_bup([9, 1])\n",
		"loaded\ncalls 1, depth 1\nreturned 7\ncalls 1, depth 1\nreturned 9\n");
	expect_replies("program/a.py",
		"def game_mem(i, j, v, cache=None):\n    return i * 100 + j\n",
		"game_mem(2, 3, [1, 2, 3, 4])\ngame_bup([1])\n",
		"loaded\ncalls 1, depth 1\nreturned 203\nmissing\n");
	/* Neither prints nor the submission's own json.py reach the protocol, and statements after
	 * an exception are run. */
	expect_replies("program/json.py",
		"print('returned 1')\nx = input()\nimport sys\nsys.stdout = None\n"
		"def game_bup(v):\n    sys.exit(3)\nsys.exit(4)\n",
		one, "loaded, raised EOFError at line 2\nraised SystemExit at line 6\n");
	expect_replies("program/a.py", "def game_bup(v):\n    return True\n", one,
		"loaded\ncalls 1, depth 1\nreturned bool\n");
	expect_replies("program/a.py",
		"class secret(Exception): pass\ndef game_bup(v):\n    raise secret\n", one,
		"loaded\nraised Exception at line 3\n");
	expect_replies("program/a.py", "def game_bup(v):\n    return game_bup(v)\n",
		"game_bup([7, 7])\n",
		"loaded\ncalls more than 180\nraised RecursionError at line 2\n");
	/* A child that returns from the function writes nothing. */
	expect_replies("program/a.py",
		"import os\ndef game_bup(v):\n    return 7 if os.fork() else 8\n", one,
		"loaded\ncalls 1, depth 1\nreturned 7\n");
	expect_replies("file", "", one, "loaded\nmissing\n");
}

/* Expects these replies with two files. */
static void expect_replies_of_two(const char *first, const char *second, const char *expected)
{
	cr_assert_eq(shell("mkdir -p %s/more", dir), 0);
	spill("more/b.py", second, strlen(second));
	also = "more/b.py";
	expect_replies("program/a.py", first, "game_bup([7])\n", expected);
	also = NULL;
}

/* Each function may be in a file of its own; if two files define the same one, a person decides. */
Test(coin_validators, the_harness_counts_the_files_that_define_a_function)
{
	static const char own[] = "def game_bup(v):\n    return v[0]\n";
	static const char one[] = "loaded\ncalls 1, depth 1\nreturned 7\n";

	expect_replies_of_two(own, "def game_bup(v):\n    return 2\n",
		"files 2\nloaded\ncalls 1, depth 1\nreturned 7\n");
	expect_replies_of_two(own, "def game_mem(i, j, v):\n    return 1\n", one);
	expect_replies_of_two(own, "from a import game_bup\nprint(game_bup([1]))\n", one);
	expect_replies_of_two(own, "# def game_bup(v):\ndef game_bup2(v):\n    return 3\n", one);
	expect_replies_of_two("import b\n", own, one);
	expect_replies_of_two(own,
		"{\"cells\": [{\"cell_type\": \"code\", \"source\": [\"def game_bup(v):\\n\"]}]}",
		"files 2\nloaded\ncalls 1, depth 1\nreturned 7\n");
}

Test(coin_validators, the_harness_runs_the_cells_of_a_notebook)
{
	static const char notebook[] =
		"{\"cells\": [{\"cell_type\": \"markdown\", \"source\": \"def game_bup(v):\"},\n"
		"{\"cell_type\": \"code\", \"source\": [\"%matplotlib inline\\n\", \"import "
		"nothing\"]},\n"
		"{\"cell_type\": \"code\", \"source\": [\"%%time\\n\", \"def game_bup(v):\\n\", "
		"\"    return sum(v) \\\\\\n\", \"  % 100\"]},\n"
		"{\"cell_type\": \"code\", \"source\": \"%%bash\\nexit 1\"},\n"
		"{\"cell_type\": \"code\", \"source\": \"1 +\"}]}\n";
	static const char replies[] = "loaded, raised ModuleNotFoundError at cell 2, line 2\n"
				      "calls 1, depth 1\nreturned 23\n";
	expect_replies("program/a.ipynb", notebook, "game_bup([100, 23])\n", replies);
	/* The judge names it with the ending of the requested language. */
	expect_replies("program/submission.py", notebook, "game_bup([100, 23])\n", replies);
}
