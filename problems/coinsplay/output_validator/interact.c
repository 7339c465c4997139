/* SPDX-License-Identifier: MIT */
/*
 * Plays the coin-row game against a submission, which moves first: one game per pass, each against
 * another opponent. Every package that uses this file has a copy of it and of opponents.h.
 *
 *	interact INPUT ANSWER FEEDBACK/ GOAL OPPONENT... < MOVES > ROW AND ANSWERS
 *
 * GOAL is "half" (of all coins) or "optimal" (the guaranteed maximum), and ANSWER is that amount.
 * An OPPONENT is a name of opponents.h; "random" has a seed: "random:1".
 *
 * Each pass appends a line for its game to games.txt in the feedback folder. The number of lines
 * selects the next opponent. The input stays the same: nextpass.in is a copy of it.
 *
 * A submission can write anything at any time, or nothing. The interactor reads one letter at a
 * time; anything that is not a move ends the game. If a submission writes nothing, the judge ends
 * it at the wall limit.
 */
#include "opponents.h"

#include <assay/gen.h>
#include <signal.h>

#define MAX_N 100000
/* For longer rows, the search for the mistaken move takes too long. */
#define MAX_REVIEWED_N 5000
/* The rounds of a game that the message shows: the first and the last ones. */
#define HEAD_ROUNDS 24
#define TAIL_ROUNDS 12
#define PATH_BYTES 4096
#define GAMES_BYTES 16384

static const char *input_path, *feedback_folder;
static const char *opponent_word;

static int64_t value[MAX_N], total, goal;
static size_t n;

static char games[GAMES_BYTES + 1];
static int games_before, games_wanted;

static struct opponent opponent;
static char moves[MAX_N]; /* of both players in turn, so far */
static size_t move_count;
static int64_t mine;

/* ---- files ---- */

static FILE *open_file(const char *path, const char *mode)
{
	FILE *file = fopen(path, mode);
	if (!file)
		gen_fail("cannot open %s: %s", path, strerror(errno));
	return file;
}

static FILE *open_feedback(const char *name, const char *mode)
{
	char path[PATH_BYTES];
	if (snprintf(path, sizeof path, "%s%s", feedback_folder, name) >= (int)sizeof path)
		gen_fail("the name of the feedback folder is too long");
	return open_file(path, mode);
}

static void close_written(FILE *file)
{
	bool failed = ferror(file) != 0;
	if (fclose(file) != 0 || failed)
		gen_fail("cannot write the feedback");
}

static void read_row(void)
{
	FILE *file = open_file(input_path, "r");
	if (fscanf(file, "%zu", &n) != 1 || n < 1 || n > MAX_N)
		gen_fail("%s: expected n from 1 to %d", input_path, MAX_N);
	for (size_t i = 0; i < n; i++) {
		if (fscanf(file, "%" SCNd64, &value[i]) != 1)
			gen_fail("%s: value %zu is missing", input_path, i + 1);
		total += value[i];
	}
	fclose(file);
}

/* The answer file is a second opinion: if it differs, the submission is not at fault. */
static void find_goal(const char *word, const char *answer_path)
{
	FILE *file = open_file(answer_path, "r");
	int64_t answer;
	if (strcmp(word, "half") == 0)
		goal = (total + 1) / 2;
	else if (strcmp(word, "optimal") == 0)
		goal = (total + opponent_lead(&opponent)) / 2;
	else
		gen_fail("there is no goal '%s': half or optimal", word);
	if (fscanf(file, "%" SCNd64, &answer) != 1 || answer != goal)
		gen_fail("%s: the goal is %" PRId64, answer_path, goal);
	fclose(file);
}

static void read_games(void)
{
	/* The file does not exist in the first pass. */
	FILE *file = open_feedback("games.txt", "a+");
	rewind(file);
	size_t size = fread(games, 1, GAMES_BYTES, file);
	for (size_t i = 0; i < size; i++)
		games_before += games[i] == '\n';
	fclose(file);
}

static void start_opponent(void)
{
	enum opponent_kind kind;
	char name[32];
	snprintf(name, sizeof name, "%.*s", (int)strcspn(opponent_word, ":"), opponent_word);
	if (!opponent_find(name, &kind))
		gen_fail("there is no opponent '%s'", opponent_word);
	if (!opponent_start(&opponent, kind, value, n, gen_hash_text(opponent_word)))
		gen_fail("no memory");
}

/* ---- messages ---- */

static void write_mover(FILE *out, const char *who, char move, int64_t coin)
{
	fprintf(out, "%s %c takes %" PRId64, who, move, coin);
}

static void write_game(FILE *out)
{
	size_t left = 0, right = n, rounds = (move_count + 1) / 2;
	fprintf(out, "The game, with %zu coins, together %" PRId64 ":\n", n, total);
	for (size_t i = 0; i < move_count; i++) {
		int64_t coin = moves[i] == 'L' ? value[left++] : value[--right];
		bool shown = i / 2 < HEAD_ROUNDS || i / 2 + TAIL_ROUNDS >= rounds;
		if (!shown && i == 2 * HEAD_ROUNDS)
			fputs("...\n", out);
		if (shown && i % 2 == 0)
			fprintf(out, "%zu.", i / 2 + 1);
		if (shown)
			write_mover(out, i % 2 ? ", the opponent" : " you", moves[i], coin);
		if (shown && (i % 2 || i + 1 == move_count))
			fputc('\n', out);
	}
}

/* Finds the first move of the submission that was worse than the other one. */
static void write_mistake(FILE *out)
{
	struct opponent review;
	if (n > MAX_REVIEWED_N)
		return;
	if (!opponent_start(&review, OPPONENT_OPTIMAL, value, n, 0))
		gen_fail("no memory");
	for (size_t i = 0; i < move_count; i++) {
		int64_t loss = i % 2 ? 0 : opponent_loss(&review, moves[i]);
		if (loss) {
			/* A lead is twice a total minus the sum. */
			fprintf(out,
				"; your move %zu, %c, was the first mistake, and cost %" PRId64,
				i / 2 + 1, moves[i], loss / 2);
			break;
		}
		opponent_play(&review, moves[i]);
	}
	opponent_end(&review);
}

static FILE *begin_message(void)
{
	FILE *out = open_feedback("judgemessage.txt", "w");
	fprintf(out, "game %d of %d, against %s: ", games_before + 1, games_wanted, opponent_word);
	return out;
}

static void end_message(FILE *out)
{
	fputc('\n', out);
	write_game(out);
	if (games_before)
		fprintf(out, "Before:\n%s", games);
	close_written(out);
}

/* Rejects a format error; participants may see the message. */
static void reject_form(const char *format, ...) GEN_PRINTF_(1, 2);
static void reject_form(const char *format, ...)
{
	va_list arguments;
	FILE *judge = begin_message(), *team = open_feedback("teammessage.txt", "w");
	va_start(arguments, format);
	vfprintf(judge, format, arguments);
	va_end(arguments);
	va_start(arguments, format);
	vfprintf(team, format, arguments);
	va_end(arguments);
	fputc('\n', team);
	end_message(judge);
	close_written(team);
	exit(GEN_REJECTED);
}

/* ---- the game ---- */

static void write_row(void)
{
	printf("%zu\n", n);
	for (size_t i = 0; i < n; i++)
		printf("%" PRId64 "%c", value[i], i + 1 < n ? ' ' : '\n');
	fflush(stdout);
}

static bool is_space(int c)
{
	return c == ' ' || (c >= '\t' && c <= '\r');
}

static int next_letter(void)
{
	int c;
	do
		c = getchar();
	while (is_space(c));
	return c;
}

static const char *show(int c)
{
	static char text[16];
	if (c == EOF)
		return "the end of the output";
	snprintf(text, sizeof text, c > ' ' && c <= '~' ? "'%c'" : "byte 0x%02X", (unsigned)c);
	return text;
}

static char read_move(void)
{
	size_t number = move_count / 2 + 1;
	int move = next_letter();
	if (move == EOF)
		reject_form("the output ends before move %zu: %zu of %zu coins are left", number,
			opponent_left(&opponent), n);
	if (move != 'L' && move != 'R')
		reject_form("move %zu begins with %s: expected L or R on a line of its own", number,
			show(move));
	int after = getchar();
	if (!is_space(after))
		reject_form("after the %c of move %zu comes %s: expected the end of the line", move,
			number, show(after));
	return (char)move;
}

static int64_t take(char move)
{
	moves[move_count++] = move;
	return opponent_play(&opponent, move);
}

static void play(void)
{
	while (opponent_left(&opponent) > 0) {
		mine += take(read_move());
		if (opponent_left(&opponent) == 0)
			break;
		char answer = opponent_choose(&opponent);
		take(answer);
		printf("%c\n", answer);
		/* The read of the next move detects a submission that has ended. */
		fflush(stdout);
	}
}

static void check_goal(void)
{
	if (mine >= goal)
		return;
	FILE *out = begin_message();
	fprintf(out, "you end with %" PRId64 ", and %" PRId64 " was to be had", mine, goal);
	write_mistake(out);
	end_message(out);
	exit(GEN_REJECTED);
}

static void check_end(void)
{
	int c = next_letter();
	if (c != EOF)
		reject_form(
			"after the last coin comes %s: expected the end of the output", show(c));
}

/* ---- the passes ---- */

static void end_game(void)
{
	FILE *out = open_feedback("games.txt", "a");
	fprintf(out,
		"game %d, against %s: you %" PRId64 ", the opponent %" PRId64 "; %" PRId64
		" was to be had\n",
		games_before + 1, opponent_word, mine, total - mine, goal);
	close_written(out);
}

static void copy_input(void)
{
	char block[65536];
	size_t size;
	FILE *in = open_file(input_path, "r"), *out = open_feedback("nextpass.in", "w");
	while ((size = fread(block, 1, sizeof block, in)) > 0)
		fwrite(block, 1, size, out);
	if (ferror(in))
		gen_fail("cannot read %s", input_path);
	fclose(in);
	close_written(out);
}

static void end_passes(void)
{
	FILE *out = open_feedback("judgemessage.txt", "w");
	fprintf(out, "the goal was reached in every game: %d\n%s", games_wanted, games);
	close_written(out);
}

int main(int argc, char **argv)
{
	if (argc < 6)
		gen_fail("usage: interact INPUT ANSWER FEEDBACK/ GOAL OPPONENT...");
	/* A submission may end before it has read all answers. */
	signal(SIGPIPE, SIG_IGN);
	input_path = argv[1];
	feedback_folder = argv[3];
	games_wanted = argc - 5;
	read_games();
	if (games_before >= games_wanted)
		gen_fail("a game more than there are opponents");
	opponent_word = argv[5 + games_before];
	read_row();
	start_opponent();
	find_goal(argv[4], argv[2]);
	write_row();
	play();
	check_goal();
	check_end();
	end_game();
	if (games_before + 1 < games_wanted) {
		copy_input();
	} else {
		read_games();
		end_passes();
	}
	return GEN_ACCEPTED;
}
