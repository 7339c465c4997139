/* SPDX-License-Identifier: MIT */
/*
 * Tries a sample's .interaction file against the package's own output validator.
 *
 * Theory of operation: a small C program of our own plays the submission. In each pass it writes
 * the file's lines of the submission, and reads a line of the judge for each one of the file. At
 * the first line that differs it exits with that line's number as its status. It is judged as a
 * submission on the sample's input, so the validator runs in the sandbox as usual. If the file is
 * right, the verdict is AC.
 *
 * An accepting validator may end before the file does. So before the last line of an interaction's
 * pass, if that is one of the submission, the program waits a moment for the end of its input. A
 * validator that waits for the line does not end, and then the line is written.
 *
 * A validator that draws random numbers may say something else in each run, and then refuse what
 * fits another run. So a difference is reported only if a second run, at another second of the
 * clock, gives the same.
 */
#include "replay.h"

#include <assay/engine/case.h>
#include <assay/package/file_bytes.h>
#include <assay/program/workshop.h>
#include <string.h>
#include <time.h>

#define MAX_BYTES 65536
#define USUAL_TIME_NS INT64_C(10000000000)
#define NEXT_SECOND_NS INT64_C(1100000000)

/* ---- the file ---- */

struct replay {
	struct as_verify *verify;
	const struct as_test *test;
	char *path; /* "data/sample/1.interaction" */
	struct as_bytes bytes;
	struct replay_step *steps;
	size_t count;
	size_t source_bytes; /* of the program */
	struct as_compiled *compiled;
};

static void close_replay(struct replay *replay)
{
	as_compiled_free(replay->compiled);
	as_bytes_clear(&replay->bytes);
	free(replay->steps);
	free(replay->path);
}

/* Sets `count` to 0 if the file cannot be tried: it has other lines. */
static int read_steps(struct replay *replay, struct as_error *error)
{
	const char *at = replay->bytes.data, *const end = at + replay->bytes.size;
	unsigned line = 0, pass = 1;

	replay->steps = calloc(replay->bytes.size + 1, sizeof(*replay->steps));
	if (!replay->steps)
		return as_error_no_memory(error);
	for (; at < end; line++) {
		const char *newline = memchr(at, '\n', (size_t)(end - at));
		size_t size = (size_t)((newline ? newline : end) - at);
		if (*at == '<' || *at == '>')
			replay->steps[replay->count++] = (struct replay_step){.pass = pass,
				.line = line + 1,
				.judge = *at == '<',
				.text = at + 1,
				.size = size - 1 - (size > 1 && at[size - 1] == '\r')};
		else if (strncmp(at, "---", 3) == 0 && replay->verify->package->multi_pass)
			pass++;
		else
			replay->count = 0, at = end, size = 0;
		at += at < end ? size + 1 : 0;
	}
	return 0;
}

/* The program is refused if the package does not allow C. It may not compile if the package adds
 * code of its own. */
static int compile(struct replay *replay, struct as_error *why, struct as_error *error)
{
	AS_AUTO_BYTES struct as_bytes source = {0};

	if (replay_program_write(replay->steps, replay->count, replay->verify->package->interactive,
		    &source, error))
		return -1;
	replay->source_bytes = source.size;
	const struct as_memory_file file = {
		.name = "replay.c", .data = source.data, .size = source.size};
	const struct as_submission submission = {
		.path = "replay.c", .language = "c", .files = &file, .file_count = 1};
	replay->compiled = as_engine_compile(replay->verify->opened, &submission, NULL, why);
	return as_verify_check_cancel(replay->verify, error);
}

/* ---- files that are not compared ---- */

__attribute__((format(printf, 4, 5))) static int skip(const struct replay *replay,
	enum as_finding_level level, struct as_error *error, const char *format, ...)
{
	char reason[400];
	va_list arguments;

	va_start(arguments, format);
	vsnprintf(reason, sizeof(reason), format, arguments);
	va_end(arguments);
	return as_findings_add(&replay->verify->findings, level, replay->path, error,
		"the file is not compared with the output validator: %s", reason);
}

static int skip_program(
	const struct replay *replay, const struct as_error *why, struct as_error *error)
{
	const struct as_program *program =
		replay->compiled ? as_compiled_program(replay->compiled) : NULL;

	if (!replay->compiled)
		return skip(replay, AS_FINDING_WARNING, error, "%s", why->text);
	if (!program && replay->source_bytes > replay->verify->package->limits.code_bytes)
		return skip(replay, AS_FINDING_WARNING, error,
			"the program in C that sends its lines has %zu bytes, more than the code "
			"limit; shorten the file, or compare the lines by hand",
			replay->source_bytes);
	if (!program)
		return skip(replay, AS_FINDING_WARNING, error,
			"the program that sends its lines is in C, which the package does not "
			"allow; compare the lines by hand");
	return skip(replay, AS_FINDING_WARNING, error,
		"the program in C that sends its lines does not compile with the files of the "
		"package (%.*s); fix these files, or compare the lines by hand",
		(int)strcspn(program->output, "\n"), program->output);
}

/* ---- one run ---- */

static int run_replay(
	const struct replay *replay, struct as_case_result *result, struct as_error *error)
{
	const struct as_package *package = replay->verify->package;
	const int64_t known_ns = package->limits.time_limit_ns ? package->limits.time_limit_ns
							       : replay->verify->time_limit_ns;
	AS_AUTO_BYTES struct as_bytes input = {0}, answer = {0};

	if (as_package_read_test(package, replay->test, AS_UNLIMITED_BYTES, &input, &answer, error))
		return -1;
	const struct as_case order = {.input = input.data,
		.input_size = input.size,
		.answer = answer.data,
		.answer_size = answer.size,
		.like = replay->test,
		.reruns = AS_RERUNS_NONE,
		.time_limit_ns = known_ns ? known_ns : USUAL_TIME_NS,
		.tell_pass = true};
	return as_engine_run_case(replay->verify->opened, replay->compiled, &order, result, error);
}

/* The judge's line number `index` of a transcript, without <; NULL: there is none. */
static const char *said(const struct as_case_result *result, size_t index, size_t *size)
{
	const char *at = result->test.transcript;

	while (at && *at) {
		*size = strcspn(at, "\n");
		if (*at == '<' && index-- == 0) {
			--*size;
			return at + 1;
		}
		at += *size + 1;
		at -= at[-1] != '\n';
	}
	return NULL;
}

/* The last line of the submission that a transcript has; without one, the last line of the file. */
static unsigned last_told(const struct replay *replay, const struct as_case_result *result)
{
	unsigned line = replay->steps[replay->count - 1].line;
	const char *at = result->test.transcript;
	size_t step = 0;

	for (; at; at = strchr(at, '\n') ? strchr(at, '\n') + 1 : NULL) {
		if (*at != '>')
			continue;
		while (step < replay->count && replay->steps[step].judge)
			step++;
		if (step < replay->count)
			line = replay->steps[step++].line;
	}
	return line;
}

/* A program that the validator leaves ends by its next read or by a signal: that depends on the
 * load. */
static bool same_end(const struct as_case_result *a, const struct as_case_result *b)
{
	size_t x, y;

	if (a->test.verdict != b->test.verdict ||
		(a->test.verdict == AS_VERDICT_RTE && a->test.exit_code != b->test.exit_code))
		return false;
	for (size_t i = 0;; i++) {
		const char *one = said(a, i, &x), *other = said(b, i, &y);
		if (!one || !other)
			return one == other;
		if (x != y || memcmp(one, other, x) != 0)
			return false;
	}
}

/* ---- what is reported ---- */

/* Takes the text over; NULL: out of memory. */
static int report(const struct replay *replay, unsigned line, char *text, struct as_error *error)
{
	AS_AUTO_FREE char *finding = text;
	AS_AUTO_FREE char *where = as_text_format(error, "%s:%u", replay->path, line);

	return finding && where ? as_findings_add(&replay->verify->findings, AS_FINDING_WARNING,
					  where, error, "%s", finding)
				: -1;
}

/* The step at which the program ended with a difference; NULL: at none. */
static const struct replay_step *find_step(
	const struct replay *replay, int status, size_t *judged_before)
{
	*judged_before = 0;
	for (size_t i = 0; i < replay->count && status > 0; i++) {
		const struct replay_step *step = &replay->steps[i];
		const int line = step->line < LAST_STATUS ? (int)step->line : LAST_STATUS;
		if (step->judge && line == status)
			return step;
		*judged_before += step->judge;
	}
	return NULL;
}

static const char *feedback_of(const struct as_case_result *result)
{
	const char *feedback = result->test.feedback;

	return feedback && *feedback ? feedback : as_verdict_name(result->test.verdict);
}

static char *describe_difference(const struct replay *replay, const struct as_case_result *result,
	size_t index, struct as_error *error)
{
	size_t size = 0;
	const char *text = said(result, index, &size);

	if (text)
		return as_text_format(error,
			"the judge says '%.*s' here; write the lines of a run with this sample's "
			"input",
			size < 80 ? (int)size : 80, text);
	if (!replay->verify->package->interactive)
		return as_text_format(error,
			"the input of this pass has another line here; write the lines of a run "
			"with this sample's input");
	return as_text_format(error,
		"the output validator says nothing more here (%.200s); write the lines of a run "
		"that it accepts",
		feedback_of(result));
}

static char *describe_end(const struct as_case_result *result, struct as_error *error)
{
	if (result->test.exit_code == SAYS_MORE)
		return as_text_format(
			error, "the judge says more than the lines up to here; add the rest");
	if (result->test.exit_code == NO_SUCH_PASS)
		return as_text_format(error, "another pass follows this one; add it after a "
					     "line ---");
	return as_text_format(error,
		"the output validator does not accept the lines of the submission (%.200s); write "
		"the lines of a run that it accepts",
		feedback_of(result));
}

/* The last line of the pass in which the program ended. */
static unsigned last_of_pass(const struct replay *replay, const struct as_case_result *result)
{
	const unsigned pass = result->test.passes ? result->test.passes : 1;
	unsigned line = 0;

	for (size_t i = 0; i < replay->count; i++)
		if (replay->steps[i].pass == pass)
			line = replay->steps[i].line;
	return line;
}

/* A validator that did not accept has closed its output, and may still read: its end is unknown. */
static int report_early_end(
	const struct replay *replay, const struct as_case_result *result, struct as_error *error)
{
	if (result->test.verdict != AS_VERDICT_RTE)
		return skip(replay, AS_FINDING_INFO, error,
			"the output validator closes its output before line %u",
			last_of_pass(replay, result));
	return report(replay, last_of_pass(replay, result),
		as_text_format(error,
			"the output validator ends without reading this line of the submission; "
			"write the lines of a run with this sample's input"),
		error);
}

static int report_result(
	const struct replay *replay, const struct as_case_result *result, struct as_error *error)
{
	const bool is_complete =
		result->test.exit_code == SAYS_MORE || result->test.exit_code == NO_SUCH_PASS;
	const unsigned last =
		is_complete ? replay->steps[replay->count - 1].line : last_told(replay, result);
	size_t index, size;

	if (result->test.exit_code == ENDS_BEFORE)
		return report_early_end(replay, result, error);
	const struct replay_step *step = find_step(replay, result->test.exit_code, &index);

	/* After a rejection the end of the input is no difference. */
	if (step && (result->test.verdict == AS_VERDICT_RTE || said(result, index, &size)))
		return report(replay, step->line, describe_difference(replay, result, index, error),
			error);
	return report(replay, last, describe_end(result, error), error);
}

/* An AC ends before passes that only the file has. */
static int check_passes(
	const struct replay *replay, const struct as_case_result *result, struct as_error *error)
{
	for (size_t i = 0; i < replay->count && result->test.passes; i++)
		if (replay->steps[i].pass > result->test.passes)
			return report(replay, replay->steps[i].line,
				as_text_format(error, "the output validator asks for no pass like "
						      "this one; remove it"),
				error);
	return 0;
}

/* ---- all ---- */

static int run_twice(const struct replay *replay, struct as_error *error)
{
	static const struct timespec pause = {
		NEXT_SECOND_NS / 1000000000, NEXT_SECOND_NS % 1000000000};
	AS_AUTO(as_case_result_clear) struct as_case_result first = {0}, second = {0};

	if (run_replay(replay, &first, error))
		return -1;
	if (first.test.verdict == AS_VERDICT_AC)
		return check_passes(replay, &first, error);
	clock_nanosleep(CLOCK_MONOTONIC, 0, &pause, NULL);
	if (run_replay(replay, &second, error))
		return -1;
	return same_end(&first, &second) ? report_result(replay, &first, error)
					 : skip(replay, AS_FINDING_INFO, error,
						   "the validator's lines differ in each run");
}

static int try_sample(struct as_verify *verify, const struct as_test *test, struct as_error *error)
{
	AS_AUTO(close_replay) struct replay replay = {.verify = verify, .test = test};
	AS_AUTO_FREE char *real = NULL;
	enum as_tree_type type;
	struct as_error why = {0};

	replay.path = as_text_format(error, "data/%s.interaction", test->name);
	if (!replay.path)
		return -1;
	/* A file that cannot be read, or has other lines, has a finding already. */
	if (as_tree_find(&verify->package->tree, replay.path, &type, &real, NULL) ||
		type != AS_TREE_FILE)
		return 0;
	const uint64_t size = as_package_file_bytes(&verify->package->tree, real);
	if (size > MAX_BYTES && size != UINT64_MAX)
		return skip(&replay, AS_FINDING_WARNING, error,
			"it has %llu bytes, more than the limit of %d; shorten the file",
			(unsigned long long)size, MAX_BYTES);
	if (as_file_read(verify->package->tree.fd, real, MAX_BYTES, &replay.bytes, NULL))
		return 0;
	if (read_steps(&replay, error))
		return -1;
	if (!replay.count)
		return 0;
	if (compile(&replay, &why, error))
		return -1;
	if (!replay.compiled || as_compiled_verdict(replay.compiled) != AS_VERDICT_AC)
		return skip_program(&replay, &why, error);
	return run_twice(&replay, error);
}

int as_replay_check(struct as_verify *verify, struct as_error *error)
{
	const struct as_package *package = verify->package;

	if (!package->interactive && !package->multi_pass)
		return 0;
	for (size_t i = 0; i < package->test_count; i++)
		if (strncmp(package->tests[i].name, "sample/", strlen("sample/")) == 0 &&
			(as_verify_check_cancel(verify, error) ||
				try_sample(verify, &package->tests[i], error)))
			return -1;
	return 0;
}
