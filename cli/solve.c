/* SPDX-License-Identifier: MIT */
/* assay solve VARIANT: the reference solvers, on standard input. */
#include "solve.h"
#include "cli.h"

#include <errno.h>
#include <inttypes.h>
#include <string.h>

struct options {
	const char *variant;
	const char *extra;          /* a second argument, else NULL */
	const char *algorithm_name; /* NULL: not given */
	enum as_algorithm algorithm;
	bool explain;
	bool table;
	bool many;
	const char *replay; /* moves; or NULL */
};

enum answer { FIRST_TOTAL, BOTH_TOTALS, WINNER, MOVES };

struct variant {
	const char *name;
	const char *help;
	bool takes_cases;    /* T, then T rows */
	bool has_algorithms; /* dp and linear */
	bool has_table;
	int64_t min; /* value of a coin */
	enum solve_game game;
	enum answer answer;
};

/* Columns: T rows; two algorithms; a table. */
static const struct variant variants[] = {
	{"optimal", "the first player's total if both play optimally", false, true, true, INT64_MIN,
		SOLVE_GAME_OPTIMAL, FIRST_TOTAL},
	{"totals", "both players' totals if both play optimally", false, true, true, INT64_MIN,
		SOLVE_GAME_OPTIMAL, BOTH_TOTALS},
	{"who", "for each of T rows, the winner: FIRST, SECOND or TIE", true, true, false,
		INT64_MIN, SOLVE_GAME_WHO, WINNER},
	{"moves", "the first player's total, and both players' moves, L and R", false, true, true,
		INT64_MIN, SOLVE_GAME_OPTIMAL, MOVES},
	{"parity", "total guaranteed by the odd/even strategy; n even", false, false, false,
		INT64_MIN, SOLVE_GAME_PARITY, FIRST_TOTAL},
	{"dumb", "the first player's total if the second helps", false, false, true, INT64_MIN,
		SOLVE_GAME_DUMB, FIRST_TOTAL},
	{"dumbsmart", "for each of T rows, the totals of dumb and of optimal", true, true, false,
		INT64_MIN, SOLVE_GAME_BOTH, BOTH_TOTALS},
	{"two", "optimal with two coins from one end per turn; n even, values >= 0", false, true,
		false, 0, SOLVE_GAME_TWO, FIRST_TOTAL},
	{"greedy", "the first player's total if both take the larger end", false, false, false,
		INT64_MIN, SOLVE_GAME_GREEDY, FIRST_TOTAL},
};
static const size_t variant_count = sizeof variants / sizeof *variants;

static const struct variant *find_variant(const char *name)
{
	for (size_t i = 0; i < variant_count; i++)
		if (strcmp(variants[i].name, name) == 0)
			return &variants[i];
	return NULL;
}

/* Sets `error` for a wrong variant on the command line, with the list of variants. */
static void refuse_variant(const struct options *options, struct as_error *error)
{
	const char *names[sizeof variants / sizeof *variants];
	char list[CLI_LIST_SIZE];
	for (size_t i = 0; i < variant_count; i++)
		names[i] = variants[i].name;
	cli_list_names(names, variant_count, list);
	if (!options->variant)
		as_error_set(error, AS_ERROR_USAGE, "missing argument VARIANT; use %s", list);
	else if (options->extra)
		as_error_set(error, AS_ERROR_USAGE,
			"unexpected argument '%s'; solve takes one VARIANT: %s", options->extra,
			list);
	else
		as_error_set(error, AS_ERROR_USAGE, "unknown variant '%s'%s use %s",
			options->variant, AS_SUGGESTION(options->variant, names, variant_count),
			list);
}

#define AT(member) .place = offsetof(struct options, member)
static const struct cli_option options_of_solve[] = {
	{"algorithm", 0, "NAME",
		"linear or dp, two independent programs with the same results (default: the "
		"faster one, which is dp for moves and --explain, and linear for all others)",
		cli_text, AT(algorithm_name)},
	{"explain", 0, NULL, "print the game instead: every move, and both totals", cli_flag,
		AT(explain)},
	{"table", 0, NULL,
		"print instead what the player to move gets from each interval (optimal, totals, "
		"moves, dumb; at most 20 coins)",
		cli_flag, AT(table)},
	{"replay", 0, "MOVES",
		"print instead, turn by turn, the game of these moves: L and R for each coin "
		"(moves)",
		cli_text, AT(replay)},
	{"many", 0, NULL,
		"solve several inputs, each after a line with its size in bytes; print for each a "
		"line with the exit status and the size of what follows",
		cli_flag, AT(many)},
	{0},
};

static void take_variant(struct argp_state *state, char *argument)
{
	struct options *options = state->input;

	*(options->variant ? &options->extra : &options->variant) = argument;
}

/* Appends the table of variants to the help. */
static char *add_variants(int key, const char *text, void *input)
{
	(void)input;
	if (key != ARGP_KEY_HELP_POST_DOC)
		return (char *)text;
	char *help = NULL;
	size_t size = 0;
	FILE *out = open_memstream(&help, &size);
	if (!out)
		return (char *)text;
	fputs("VARIANT is one of\n", out);
	for (size_t i = 0; i < variant_count; i++)
		fprintf(out, "  %-9s  %s\n", variants[i].name, variants[i].help);
	fclose(out);
	return help;
}

static const struct cli_verb solve_verb = {.options = options_of_solve,
	.arguments = "VARIANT",
	.about = "Reads a row of coins from standard input (n, then n values) and solves the "
		 "coin-row game. The variants who and dumbsmart read T first, then T rows.\v-",
	.take = take_variant,
	.filter = add_variants};

static int choose_algorithm(
	struct options *options, const struct variant *variant, struct as_error *error)
{
	static const char *const names[] = {"dp", "linear"};
	const char *name = options->algorithm_name;
	options->algorithm = AS_ALGORITHM_FASTEST;
	if (!name)
		return 0;
	if (!variant->has_algorithms)
		return as_error_set(error, AS_ERROR_USAGE,
			"variant %s has one algorithm only; omit --algorithm", variant->name);
	if (strcmp(name, "dp") == 0)
		options->algorithm = AS_ALGORITHM_DP;
	else if (strcmp(name, "linear") == 0)
		options->algorithm = AS_ALGORITHM_LINEAR;
	else
		return as_error_set(error, AS_ERROR_USAGE,
			"unknown algorithm '%s'%s use dp or linear", name,
			AS_SUGGESTION(name, names, 2));
	return 0;
}

static const struct variant *choose(struct options *options, struct as_error *error)
{
	const struct variant *variant = NULL;
	if (options->variant && !options->extra)
		variant = find_variant(options->variant);
	if (!variant)
		refuse_variant(options, error);
	else if (options->table && !variant->has_table)
		as_error_set(error, AS_ERROR_USAGE, "variant %s has no table; omit --table",
			variant->name);
	else if (options->replay && variant->answer != MOVES)
		as_error_set(error, AS_ERROR_USAGE,
			"the answers of variant %s are no moves; omit --replay", variant->name);
	else if (choose_algorithm(options, variant, error) == 0)
		return variant;
	return NULL;
}

static int print_moves(const struct as_row *row, int64_t total, enum as_algorithm algorithm,
	struct as_error *error)
{
	AS_AUTO_FREE char *moves = malloc(row->count + 1);

	if (!moves)
		return as_error_no_memory(error);
	if (solve_find_moves(row->values, row->count, AS_PLAY_OPTIMAL, algorithm, moves, error))
		return -1;
	printf("%" PRId64 "\n%s\n", total, moves);
	return 0;
}

static int print_answer(const struct variant *variant, const struct as_row *row,
	enum as_algorithm algorithm, struct as_error *error)
{
	struct as_totals totals;

	if (solve_totals(row->values, row->count, variant->game, algorithm, &totals, error))
		return -1;
	switch (variant->answer) {
	case FIRST_TOTAL:
		printf("%" PRId64 "\n", totals.first);
		break;
	case BOTH_TOTALS:
		printf("%" PRId64 " %" PRId64 "\n", totals.first, totals.second);
		break;
	case WINNER:
		puts(totals.first > totals.second      ? "FIRST"
			: totals.first < totals.second ? "SECOND"
						       : "TIE");
		break;
	case MOVES:
		return print_moves(row, totals.first, algorithm, error);
	}
	return 0;
}

static int answer(const struct variant *variant, const struct options *options, struct as_row *row,
	struct as_error *error)
{
	if (options->table && solve_print_table(row, variant->game, options->algorithm, error))
		return -1;
	if (options->replay)
		return solve_replay(row, options->replay, error);
	if (options->explain)
		return solve_explain(row, variant->game, options->algorithm, error);
	return options->table ? 0 : print_answer(variant, row, options->algorithm, error);
}

static int solve_one(const struct variant *variant, const struct options *options,
	struct as_row_reader *reader, struct as_row *row, struct as_error *error)
{
	return as_row_reader_row(reader, variant->min, row, error) ||
			       as_row_reader_end(reader, error) ||
			       answer(variant, options, row, error)
		       ? -1
		       : 0;
}

/* Answers each case as it is read, because there may be many. */
static int solve_cases(const struct variant *variant, const struct options *options,
	struct as_row_reader *reader, struct as_row *row, struct as_error *error)
{
	uint64_t count = 0;
	if (as_row_reader_cases(reader, &count, error))
		return -1;
	for (uint64_t i = 1; i <= count; i++)
		if (as_row_reader_row(reader, variant->min, row, error) ||
			answer(variant, options, row, error))
			return as_error_context(error, "case %" PRIu64 " of %" PRIu64, i, count);
	return as_row_reader_end(reader, error);
}

static int solve_input(const struct variant *variant, const struct options *options, int fd,
	struct as_error *error)
{
	AS_AUTO_ROW struct as_row row = {0};
	AS_AUTO_ROW_READER struct as_row_reader *reader = as_row_reader_new(fd, "stdin", error);
	if (!reader)
		return -1;
	int failed = variant->takes_cases ? solve_cases(variant, options, reader, &row, error)
					  : solve_one(variant, options, reader, &row, error);
	if (failed)
		return error->where[0] ? -1 : as_error_context(error, "stdin");
	return 0;
}

struct solving {
	const struct variant *variant;
	const struct options *options;
};

static int solve_again(void *context, int fd, struct as_error *error)
{
	const struct solving *solving = context;
	return solve_input(solving->variant, solving->options, fd, error);
}

static int solve(
	const struct variant *variant, const struct options *options, struct as_error *error)
{
	struct solving solving = {variant, options};
	if (options->many ? solve_many(solve_again, &solving, error)
			  : solve_input(variant, options, STDIN_FILENO, error))
		return -1;
	if (fflush(stdout) || ferror(stdout))
		return as_error_sys(error, AS_ERROR_INTERNAL, errno,
			"cannot write the result to standard output");
	return 0;
}

int cli_solve(int argc, char **argv)
{
	struct options options = {0};
	struct as_error error = {0};
	int status = cli_parse(&solve_verb, argc, argv, &options);
	if (status)
		return status;
	const struct variant *variant = choose(&options, &error);
	if (!variant || solve(variant, &options, &error))
		return error.sys_errno == EPIPE ? CLI_READER_GONE : cli_fail(&error);
	return 0;
}
