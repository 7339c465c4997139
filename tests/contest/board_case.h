/* SPDX-License-Identifier: MIT */
/* Contests for tests: attempts are written as words, boards are read as text. */
#ifndef ASSAY_TESTS_CONTEST_BOARD_CASE_H
#define ASSAY_TESTS_CONTEST_BOARD_CASE_H

#include <assay/contest/rules.h>
#include <criterion/criterion.h>
#include <string.h>

#define MINUTE_MS INT64_C(60000)

static inline struct as_board *open_board(
	const struct as_rules *rules, uint32_t teams, uint32_t problems)
{
	struct as_error error = {0};
	struct as_board *board = as_board_open(rules, teams, problems, &error);

	cr_assert(board, "%s", error.text);
	return board;
}

static inline enum as_board_state state_of(const struct as_rules *rules, const char *word)
{
	static const char *const words[] = {"?", "JE", "AC", "CE", "WA"};

	for (size_t i = 0; i < 5; i++)
		if (strcmp(word, words[i]) == 0)
			return as_board_state_of(rules, (enum as_board_verdict)i);
	cr_assert_fail("unknown verdict %s", word);
	return AS_BOARD_PENDING;
}

static inline void set_attempt(struct as_board *board, const struct as_board_attempt *attempt)
{
	struct as_error error = {0};

	cr_assert_eq(as_board_set(board, attempt, &error), 0, "%s", error.text);
}

/*
 * Plays a contest: "0A 12:30 WA, 1B 40:00 AC" has team, problem, contest time in minutes and
 * seconds (or "12:30.250"), verdict; "?" is pending, JE a judging error. Attempts arrive in the
 * order of the text; the first has the number `arrival`.
 */
static inline void play_from(struct as_board *board, uint64_t arrival, const char *text)
{
	for (const char *at = text; at; at = strchr(at, ',')) {
		unsigned team;
		char problem;
		unsigned minutes;
		unsigned seconds;
		unsigned ms = 0;
		char verdict[3];
		at += strspn(at, ", ");
		const int parts =
			sscanf(at, "%u%c %u:%u.%3u", &team, &problem, &minutes, &seconds, &ms);
		cr_assert_geq(parts, 4, "%s", at);
		cr_assert_eq(sscanf(at, "%*s %*s %2[A-Z?]", verdict), 1, "%s", at);
		set_attempt(board, &(struct as_board_attempt){.team = team,
					   .problem = (uint32_t)(problem - 'A'),
					   .arrival = arrival++,
					   .time_ms = minutes * MINUTE_MS + seconds * 1000 + ms,
					   .state = state_of(as_board_rules(board), verdict)});
	}
}

static inline void play(struct as_board *board, const char *text)
{
	play_from(board, 1, text);
}

/* "12" (minutes), "12:30", "12:30.250", "-3"; "-" for AS_NEVER_MS. */
static inline void print_time(FILE *out, int64_t time_ms)
{
	const int64_t size_ms = time_ms < 0 ? -time_ms : time_ms;

	if (time_ms == AS_NEVER_MS) {
		fputc('-', out);
		return;
	}
	fprintf(out, "%s%jd", time_ms < 0 ? "-" : "", (intmax_t)(size_ms / MINUTE_MS));
	if (size_ms % MINUTE_MS)
		fprintf(out, ":%02jd", (intmax_t)(size_ms % MINUTE_MS / 1000));
	if (size_ms % 1000)
		fprintf(out, ".%03jd", (intmax_t)(size_ms % 1000));
}

/* "A2+1@12!": two judged, one pending, solved (or scored) in minute 12, first to solve. "(50)" is a
 * score. Empty for a cell without attempts. */
static inline void print_cell(
	FILE *out, const struct as_board *board, uint32_t team, uint32_t problem)
{
	const struct as_board_cell cell = as_board_cell(board, team, problem);

	if (cell.judged + cell.pending == 0)
		return;
	fprintf(out, " %c%u", 'A' + (int)problem, cell.judged);
	if (cell.pending)
		fprintf(out, "+%u", cell.pending);
	if (as_board_rules(board)->type == AS_SCOREBOARD_SCORE)
		fprintf(out, "(%s)", as_score_format(cell.score_e6, (char[AS_SCORE_SIZE]){0}));
	else
		cr_expect_eq(cell.solved, cell.time_ms != AS_NEVER_MS);
	if (cell.time_ms != AS_NEVER_MS) {
		fputc('@', out);
		print_time(out, cell.time_ms);
	}
	if (cell.first)
		fputc('!', out);
}

/* A line per row: "1 t0 2 62 40 A1@12 ...": rank, team, solved, total, last; in score contests "1
 * t0 150 40 ...": rank, team, score, time. */
static inline char *print_board(const struct as_board *board)
{
	char *text = NULL;
	size_t size;
	FILE *out = open_memstream(&text, &size);

	for (uint32_t i = 0; i < as_board_row_count(board); i++) {
		const struct as_board_row row = as_board_row(board, i);
		fprintf(out, "%u t%u ", row.rank, row.team);
		if (as_board_rules(board)->type == AS_SCOREBOARD_SCORE) {
			fputs(as_score_format(row.score_e6, (char[AS_SCORE_SIZE]){0}), out);
		} else {
			fprintf(out, "%u ", row.solved);
			print_time(out, row.total_ms);
		}
		fputc(' ', out);
		print_time(out, row.time_ms);
		for (uint32_t j = 0; j < as_board_problem_count(board); j++)
			print_cell(out, board, row.team, j);
		fputc('\n', out);
	}
	fclose(out);
	return text;
}

static inline void expect_board(const struct as_board *board, const char *expected)
{
	AS_AUTO_FREE char *text = print_board(board);

	cr_expect_str_eq(text, expected, "got:\n%sexpected:\n%s", text, expected);
}

static inline void close_board(struct as_board **board)
{
	as_board_close(*board);
}
#define AUTO_BOARD __attribute__((cleanup(close_board))) struct as_board *

/* The board of a played contest. */
static inline struct as_board *played(
	const struct as_rules *rules, uint32_t teams, uint32_t problems, const char *text)
{
	struct as_board *board = open_board(rules, teams, problems);

	play(board, text);
	return board;
}

#endif
