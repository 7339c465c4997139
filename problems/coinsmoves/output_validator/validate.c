/* SPDX-License-Identifier: MIT */
/*
 * Accepts every optimal transcript, and nothing else. Correct totals are not enough. In the row
 * 1 0 0 the moves R R R give both players their correct totals, but the first move is a mistake
 * that the second player does not use. So the validator compares each move with the best one on
 * the remaining coins, and reports the first worse one.
 *
 * It reads words one letter at a time and does not keep them, so its memory does not depend on the
 * submission's output.
 */
#include <assay/gen.h>

#define MAX_N 3000
#define MAX_DIGITS 16

static int n;
static int64_t coin[MAX_N], sum;

/* [i][k], for the coins i to i + k: 1 if the left end is better, -1 if the right end is better, 0
 * if both are equally good. */
static signed char better[MAX_N][MAX_N];
static int64_t best_lead;

/* ---- words ---- */

static const char *feedback_folder;

static void tell(const char *file, const char *format, va_list arguments)
{
	char path[4096];
	if (snprintf(path, sizeof path, "%s%s", feedback_folder, file) >= (int)sizeof path)
		gen_fail("the name of the feedback folder is too long");
	FILE *out = fopen(path, "w");
	if (!out)
		gen_fail("cannot write %s: %s", path, strerror(errno));
	vfprintf(out, format, arguments);
	fputc('\n', out);
	if (fclose(out) != 0)
		gen_fail("cannot write %s: %s", path, strerror(errno));
}

/* A mistake in the moves is reported only to judges, since it would reveal the test. */
static void reject(const char *format, ...) GEN_PRINTF_(1, 2);
static void reject(const char *format, ...)
{
	va_list arguments;
	va_start(arguments, format);
	tell("judgemessage.txt", format, arguments);
	va_end(arguments);
	exit(GEN_REJECTED);
}

/* A format error is reported to judges and participants. */
static void reject_form(const char *format, ...) GEN_PRINTF_(1, 2);
static void reject_form(const char *format, ...)
{
	va_list arguments;
	va_start(arguments, format);
	tell("judgemessage.txt", format, arguments);
	va_end(arguments);
	va_start(arguments, format);
	tell("teammessage.txt", format, arguments);
	va_end(arguments);
	exit(GEN_REJECTED);
}

/* ---- the game ---- */

static FILE *open_test(const char *path)
{
	FILE *file = fopen(path, "r");
	if (!file)
		gen_fail("cannot open %s: %s", path, strerror(errno));
	return file;
}

static void read_row(const char *path)
{
	FILE *file = open_test(path);
	if (fscanf(file, "%d", &n) != 1 || n < 1 || n > MAX_N)
		gen_fail("%s: expected n from 1 to %d", path, MAX_N);
	for (int i = 0; i < n; i++) {
		if (fscanf(file, "%" SCNd64, &coin[i]) != 1)
			gen_fail("%s: value %d is missing", path, i + 1);
		sum += coin[i];
	}
	fclose(file);
}

/* lead[i] is the lead of the player to move on the coins of one length from i on. */
static void solve(void)
{
	static int64_t lead[MAX_N];
	memcpy(lead, coin, sizeof lead);
	for (int length = 1; length < n; length++)
		for (int i = 0; i + length < n; i++) {
			int64_t left = coin[i] - lead[i + 1];
			int64_t right = coin[i + length] - lead[i];
			better[i][length] = (signed char)((left > right) - (left < right));
			lead[i] = left > right ? left : right;
		}
	best_lead = lead[0];
}

/* A suboptimal answer file is a mistake of the package, not of the submission. */
static void check_answer(const char *path)
{
	FILE *file = open_test(path);
	int64_t total;
	if (fscanf(file, "%" SCNd64, &total) != 1 || 2 * total != sum + best_lead)
		gen_fail("%s: the total is not the best one", path);
	fclose(file);
}

/* ---- the submission's output ---- */

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
	snprintf(text, sizeof text, c > ' ' && c <= '~' ? "'%c'" : "byte 0x%02X", (unsigned)c);
	return text;
}

static int64_t read_total(void)
{
	char word[MAX_DIGITS + 1];
	size_t length = 0;
	int c = next_letter();
	if (c == EOF)
		reject_form("the output is empty: expected the first player's total and the moves");
	for (; c != EOF && !is_space(c); c = getchar()) {
		if (length == MAX_DIGITS || (c != '-' && (c < '0' || c > '9')))
			reject_form("the first line must be one integer, the first player's total; "
				    "its letter %zu is %s",
				length + 1, show(c));
		word[length++] = (char)c;
	}
	word[length] = '\0';
	/* A number of MAX_DIGITS digits cannot overflow. */
	char *end;
	int64_t total = strtoll(word, &end, 10);
	if (*end || end == word)
		reject_form("the first line must be one integer, and is '%s'", word);
	return total;
}

/* One move, or 0 at the end of the word. */
static int read_move(int taken)
{
	int c = taken == 0 ? next_letter() : getchar();
	if (c == EOF || is_space(c))
		return 0;
	if (c != 'L' && c != 'R')
		reject_form("move %d is %s: a move is the letter L or R, and there is nothing "
			    "between two moves",
			taken + 1, show(c));
	return c;
}

/* The game continues after a mistake, so that a format error is reported before a bad move. */
static int64_t play(char mistake[200])
{
	int left = 0, right = n - 1;
	int64_t totals[2] = {0, 0};
	for (int taken = 0; taken < n; taken++) {
		int move = read_move(taken);
		if (!move)
			reject_form("the moves end after %d of %d: each coin is taken by one move, "
				    "also the last",
				taken, n);
		int side = left < right ? better[left][right - left] : 0;
		if (!*mistake && side && (move == 'L') != (side > 0))
			snprintf(mistake, 200,
				"move %d, the %s player's, is %c, and %c is better: the coins are "
				"%" PRId64 " on the left and %" PRId64 " on the right, %d in all",
				taken + 1, taken % 2 ? "second" : "first", move,
				side > 0 ? 'L' : 'R', coin[left], coin[right], right - left + 1);
		totals[taken % 2] += move == 'L' ? coin[left++] : coin[right--];
	}
	if (read_move(n))
		reject_form("there are more moves than the %d coins", n);
	if (next_letter() != EOF)
		reject_form("there is more after the moves: expected the end of the output");
	return totals[0];
}

int main(int argc, char **argv)
{
	char mistake[200] = "";
	if (argc != 4)
		gen_fail("usage: validate INPUT ANSWER FEEDBACK/ < OUTPUT");
	feedback_folder = argv[3];
	read_row(argv[1]);
	solve();
	check_answer(argv[2]);
	int64_t said = read_total(), best = (sum + best_lead) / 2;
	int64_t got = play(mistake);
	if (*mistake)
		reject("%s", mistake);
	if (got != best)
		gen_fail("optimal moves gave %" PRId64 ", not %" PRId64, got, best);
	if (said != best)
		reject("every move is optimal, and the first player gets %" PRId64
		       ", but the first line says %" PRId64,
			best, said);
	return GEN_ACCEPTED;
}
