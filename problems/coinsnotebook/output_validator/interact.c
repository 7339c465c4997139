/* SPDX-License-Identifier: MIT */
/*
 * Asks the harness, include/python3/__main__.py, for the values of a test's rows, and compares them
 * with the expected ones.
 *
 *	interact INPUT ANSWER FEEDBACK/ --function NAME [--parts 1] < REPLIES > REQUESTS
 *
 * It asks for the whole of each row, or for every part of it, the coins i to j. A request is a line
 * such as game_mem(0, 3, [8, 15, 3, 7]) or game_bup([8, 15, 3, 7]); the next one follows the reply.
 * Lines of a reply:
 *
 *	files N                   N files define the function; the harness uses the first by name
 *	loaded                    the file was loaded; once, before the first reply
 *	loaded, raised E at P     the same, and a statement of the file raised an exception
 *	calls C, depth D          calls of Python functions in this call, and their nesting depth
 *	calls more than C         counting ended there, and the call continues
 *	returned V                the end: a value, or the type of one that is not an integer,
 *	raised E at P             an exception,
 *	missing                   or no such function
 *
 * P is "line 7" or "cell 3, line 7". The harness runs in the process of the submission, which can
 * write any of these lines itself. So only the values decide. Counted calls are advice: they
 * explain a time limit that was exceeded. If they contradict the values, or several files define
 * the function, a line of judgemessage.txt that begins with "person: " says so, because a person
 * should look at the code.
 *
 * The participants' message has no values of the row and no text that the submission can choose, so
 * that it reveals nothing about a secret test.
 */
#include "ideas.h"

#include <assay/gen.h>

#define MAX_ROWS 1000
#define MAX_COINS 10000
#define MAX_CALLS 100000
#define MAX_VALUE 1000000000
#define LINE_BYTES 200
/* The number of coins of a row that a message shows. */
#define SHOWN_COINS 12
/* From this number of coins on, exponential recursion cannot end in time. */
#define SURE_N 60

struct call {
	size_t row, i, j;
	int64_t expected, got;
};

static const char *function;
static bool is_mem;

static int64_t coins[MAX_COINS];
static size_t start_of[MAX_ROWS + 1], row_count;
static struct call calls[MAX_CALLS];
static size_t call_count, wrong_count, first_wrong;

static struct row solved;

static bool is_loaded;
static char load_error[128]; /* the exception of a statement of the file; "": none */
/* Of the current call: */
static bool counted, counted_too_many;
static unsigned long depth;
/* Of a correct value with contradicting counts: */
static bool was_too_fast, did_not_recur, did_recur;

/* ---- the test ---- */

static void read_rows(void)
{
	row_count = (size_t)gen_check_int(GEN_INPUT, 1, MAX_ROWS, "T");
	for (size_t r = 0; r < row_count; r++) {
		size_t left = MAX_COINS - start_of[r];
		int64_t most = left < MAX_N ? (int64_t)left : MAX_N;
		size_t n = (size_t)gen_check_int(GEN_INPUT, 1, most, "n");
		gen_check_ints(GEN_INPUT, coins + start_of[r], n, 0, MAX_VALUE, "a value");
		start_of[r + 1] = start_of[r] + n;
	}
	gen_check_end(GEN_INPUT);
}

static void solve(size_t row)
{
	row_solve(&solved, coins + start_of[row], start_of[row + 1] - start_of[row]);
}

static void add_call(size_t row, size_t i, size_t j)
{
	if (call_count == MAX_CALLS)
		gen_fail("more than %d calls", MAX_CALLS);
	calls[call_count++] = (struct call){row, i, j, solved.best[i][j], 0};
}

/* The answer file is a second opinion: if it differs, the submission is not at fault. */
static void plan_calls(bool parts)
{
	for (size_t r = 0; r < row_count; r++) {
		solve(r);
		int64_t answer = gen_check_int(GEN_ANSWER, 0, INT64_MAX, "a total");
		if (answer != solved.best[0][solved.n - 1])
			gen_fail("the answer to row %zu is not %" PRId64, r + 1, answer);
		for (size_t i = 0; parts && i < solved.n; i++)
			for (size_t j = i; j < solved.n; j++)
				add_call(r, i, j);
		if (!parts)
			add_call(r, 0, solved.n - 1);
	}
	gen_check_end(GEN_ANSWER);
}

static size_t length_of(const struct call *call)
{
	return call->j - call->i + 1;
}

static const char *plural(size_t count)
{
	return count == 1 ? "" : "s";
}

/* ---- requests ---- */

static void send(const struct call *call)
{
	gen_text(function);
	gen_text("(");
	if (is_mem) {
		gen_write_int((int64_t)call->i);
		gen_text(", ");
		gen_write_int((int64_t)call->j);
		gen_text(", ");
	}
	for (size_t at = start_of[call->row]; at < start_of[call->row + 1]; at++) {
		gen_text(at == start_of[call->row] ? "[" : ", ");
		gen_write_int(coins[at]);
	}
	gen_text("])\n");
}

/* A call as a message shows it to judges. */
static const char *show(const struct call *call)
{
	static char text[1024];
	size_t used = 0, n = start_of[call->row + 1] - start_of[call->row];
	const int64_t *coin = coins + start_of[call->row];
	used += (size_t)snprintf(text, sizeof text, "call %zu of %zu, %s(",
		(size_t)(call - calls) + 1, call_count, function);
	if (is_mem)
		used += (size_t)snprintf(
			text + used, sizeof text - used, "%zu, %zu, ", call->i, call->j);
	for (size_t i = 0; i < n && i < SHOWN_COINS; i++)
		used += (size_t)snprintf(
			text + used, sizeof text - used, "%s%" PRId64, i ? ", " : "[", coin[i]);
	snprintf(text + used, sizeof text - used, "%s])", n > SHOWN_COINS ? ", ..." : "");
	return text;
}

/* ---- replies ---- */

static bool begins(const char **text, const char *beginning)
{
	size_t length = strlen(beginning);
	if (strncmp(*text, beginning, length) != 0)
		return false;
	*text += length;
	return true;
}

/* The word if it is one of a list; else `other`: participants must not choose a word themselves. */
static const char *known_word(const char *word, const char *const *list, const char *other)
{
	size_t length = strcspn(word, " ");
	for (; *list; list++)
		if (strlen(*list) == length && strncmp(*list, word, length) == 0)
			return *list;
	return other;
}

/* "RecursionError at line 7", made of known words and numbers. */
static const char *clean_exception(const char *text)
{
	static const char *const names[] = {"ArithmeticError", "AssertionError", "AttributeError",
		"BlockingIOError", "EOFError", "Exception", "FileNotFoundError", "ImportError",
		"IndentationError", "IndexError", "KeyError", "KeyboardInterrupt", "MemoryError",
		"ModuleNotFoundError", "NameError", "NotImplementedError", "OSError",
		"OverflowError", "PermissionError", "RecursionError", "RuntimeError",
		"StopIteration", "SyntaxError", "SystemExit", "TypeError", "UnboundLocalError",
		"ValueError", "ZeroDivisionError", NULL};
	static char clean[128];
	unsigned cell, line;
	const char *name = known_word(text, names, "another exception");
	const char *place = text + strcspn(text, " ");
	if (sscanf(place, " at cell %4u, line %6u", &cell, &line) == 2)
		snprintf(clean, sizeof clean, "%s at cell %u, line %u", name, cell, line);
	else if (sscanf(place, " at line %6u", &line) == 1)
		snprintf(clean, sizeof clean, "%s at line %u", name, line);
	else
		snprintf(clean, sizeof clean, "%s", name);
	return clean;
}

/* NULL: a type that the submission defines. */
static const char *clean_type(const char *text)
{
	static const char *const names[] = {"bool", "bytes", "complex", "dict", "float", "function",
		"generator", "list", "set", "str", "tuple", "type", NULL};
	return known_word(text, names, NULL);
}

static void take_loaded(const char *text)
{
	is_loaded = true;
	if (!begins(&text, ", raised "))
		return;
	snprintf(load_error, sizeof load_error, "%s", clean_exception(text));
}

/* The final message to both; its line is the first in the judges' message. */
static void reject(const char *format, ...) GEN_PRINTF_(1, 2) GEN_NORETURN_;
static void reject(const char *format, ...)
{
	char what[1536];
	va_list arguments;
	va_start(arguments, format);
	vsnprintf(what, sizeof what, format, arguments);
	va_end(arguments);
	if (*load_error) {
		gen_check_tell_team("a statement of the file raised %s", load_error);
		gen_check_tell_judge("a statement of the file raised %s", load_error);
	}
	gen_check_wrong("%s", what);
}

/* Rejects a call that has no value. */
static void reject_call(const struct call *call, const char *format, ...)
	GEN_PRINTF_(2, 3) GEN_NORETURN_;
static void reject_call(const struct call *call, const char *format, ...)
{
	char what[512];
	va_list arguments;
	va_start(arguments, format);
	vsnprintf(what, sizeof what, format, arguments);
	va_end(arguments);
	size_t length = length_of(call);
	gen_check_tell_team(
		"%s, called for %zu coin%s, %s", function, length, plural(length), what);
	reject("%s %s", show(call), what);
}

static bool has_zero(const struct call *call)
{
	for (size_t i = call->i; i <= call->j; i++)
		if (coins[start_of[call->row] + i] == 0)
			return true;
	return false;
}

/* A working cache computes each part of the row once, with at most four calls for others. */
static void take_too_many(const struct call *call)
{
	size_t n = length_of(call);
	char what[512];
	counted_too_many = true;
	if (n < SURE_N)
		return;
	size_t used = (size_t)snprintf(what, sizeof what,
		"%s made far more calls for %zu coins than the %zu that are needed at most",
		function, n, 2 * n * (n + 1) + 1);
	if (is_mem)
		snprintf(what + used, sizeof what - used,
			": the calls do not find each other's values. Is the cache passed on in "
			"every recursive call, and is every value put into it%s?",
			has_zero(call) ? ", also a value of 0" : "");
	gen_check_tell_team("%s", what);
	gen_check_tell_judge("%s", what);
}

/* Rejects a call without a reply: the program has ended or was killed. */
static void reject_silence(const struct call *call)
{
	if (!is_loaded) {
		gen_check_tell_team(
			"the program ended while the file was loaded: does code outside "
			"of functions end it, or take long?");
		reject("the program ended while the file was loaded");
	}
	if (counted && !counted_too_many && length_of(call) >= SURE_N)
		gen_check_tell_judge("person: %s did not return a value, though few calls were "
				     "counted; look for what else is slow, or ends the program",
			function);
	reject_call(call, "did not return");
}

static bool take_value(struct call *call, const char *text)
{
	char *end;
	if (!begins(&text, "returned "))
		return false;
	if (strcmp(text, "NoneType") == 0)
		reject_call(call, "returned None: is a return statement missing?");
	if (begins(&text, "int of "))
		reject_call(call, "returned an int of more than 18 digits");
	if ((*text < '0' || *text > '9') && *text != '-') {
		const char *type = clean_type(text);
		reject_call(call, "returned %s%s; an int is expected",
			type ? "a value of the type " : "an object of its own class",
			type ? type : "");
	}
	errno = 0;
	call->got = strtoll(text, &end, 10);
	if (errno || *end)
		reject_call(call, "was answered by a line that the harness does not write");
	return true;
}

static void take_files(const char *text)
{
	unsigned count;
	if (!is_loaded && sscanf(text, "%4u", &count) == 1)
		gen_check_tell_judge("person: %u files define %s, and the first by name was judged",
			count, function);
}

/* False: more of the reply follows. */
static bool take_line(struct call *call, const char *line)
{
	const char *rest = line;
	if (begins(&rest, "files ")) {
		take_files(rest);
		return false;
	}
	if (begins(&rest, "loaded")) {
		take_loaded(rest);
		return false;
	}
	if (begins(&rest, "calls more than ")) {
		take_too_many(call);
		return false;
	}
	if (begins(&rest, "calls ")) {
		counted = sscanf(rest, "%*19[0-9], depth %9lu", &depth) == 1;
		return false;
	}
	if (take_value(call, line))
		return true;
	if (strcmp(line, "missing") == 0) {
		gen_check_tell_team("the file has no function %s", function);
		reject("the file has no function %s", function);
	}
	if (begins(&rest, "raised "))
		reject_call(call, "raised %s", clean_exception(rest));
	reject_call(call, "was answered by a line that the harness does not write");
}

static void listen(struct call *call)
{
	char line[LINE_BYTES];
	counted_too_many = false;
	counted = length_of(call) <= 200;
	depth = 0;
	do {
		if (!gen_check_line(GEN_OUTPUT, line, sizeof line, "a reply"))
			reject_silence(call);
	} while (!take_line(call, line));
}

/* ---- the verdict ---- */

static void compare(const struct call *call)
{
	size_t n = length_of(call);
	if (call->got != call->expected) {
		if (wrong_count++ == 0)
			first_wrong = (size_t)(call - calls);
		return;
	}
	if (n < SURE_N || n > 200)
		return;
	was_too_fast = was_too_fast || counted_too_many;
	did_not_recur = did_not_recur || (is_mem && !counted_too_many && 4 * depth < n);
	did_recur = did_recur || (!is_mem && 4 * depth >= n);
}

static bool is_idea(const struct idea *idea)
{
	size_t row = row_count;
	idea_begin(idea);
	for (size_t c = 0; c < call_count; c++) {
		if (calls[c].row != row)
			solve(row = calls[c].row);
		if (idea->value(&solved, calls[c].i, calls[c].j) != calls[c].got)
			return false;
	}
	return true;
}

static void reject_values(void)
{
	const struct call *first = &calls[first_wrong];
	size_t length = length_of(first);
	bool one = call_count == 1;
	if (one)
		gen_check_tell_team("the value of %s for %zu coin%s is wrong", function, length,
			plural(length));
	else
		gen_check_tell_team("%zu of %zu values of %s %s wrong, the first for %zu coin%s",
			wrong_count, call_count, function, wrong_count == 1 ? "is" : "are", length,
			plural(length));
	for (size_t i = 0; i < IDEAS; i++) {
		if (!is_idea(&ideas[i]))
			continue;
		const char *which = one ? "the" : "every";
		gen_check_tell_team("%s value is that of %s", which, ideas[i].name);
		gen_check_tell_judge("%s value is that of %s", which, ideas[i].name);
		break;
	}
	if (one)
		reject("%s returned %" PRId64 ", expected %" PRId64, show(first), first->got,
			first->expected);
	reject("%zu of %zu values %s wrong; the first: %s returned %" PRId64 ", expected %" PRId64,
		wrong_count, call_count, wrong_count == 1 ? "is" : "are", show(first), first->got,
		first->expected);
}

/* Reports correct values with counts that contradict them. */
static void tell_person(void)
{
	if (was_too_fast)
		gen_check_tell_judge("person: %s is right in time, though far more calls were "
				     "counted than a working solution makes",
			function);
	if (did_not_recur)
		gen_check_tell_judge("person: %s is right without recursion; a memoised recursion "
				     "is asked for",
			function);
	if (did_recur)
		gen_check_tell_judge("person: %s is right by recursion; a table filled from the "
				     "bottom up is asked for",
			function);
}

int main(int argc, char **argv)
{
	gen_interact_start(argc, argv);
	is_mem = gen_option_choice("function", "game_mem game_bup") == 0;
	function = is_mem ? "game_mem" : "game_bup";
	bool parts = gen_option_int_or("parts", 0, 0, 1) == 1;
	if (parts && !is_mem)
		gen_fail("option --parts: game_bup takes whole rows only");
	read_rows();
	plan_calls(parts);
	for (size_t c = 0; c < call_count; c++) {
		send(&calls[c]);
		listen(&calls[c]);
		compare(&calls[c]);
	}
	gen_check_end(GEN_OUTPUT);
	if (wrong_count)
		reject_values();
	tell_person();
	return gen_check_accept();
}
