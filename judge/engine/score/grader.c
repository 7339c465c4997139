/* SPDX-License-Identifier: MIT */
/*
 * The grader of a package: a program that reads a line "VERDICT score" for each part of a group and
 * prints one for the group. It runs in the sandbox under the limits of validation. Anything but
 * exit status 0 and one such line is a judging error, and the package's fault.
 */
#include "run.h"
#include "scoring.h"

#include <math.h>
#include <string.h>

#define MAX_OUTPUT_BYTES 4096

/* The format has no such limit for programs of a package: enough for the threads of a run-time
 * system. */
#define PROCESSES 64

int as_grader_open(struct as_open_package *opened, struct as_error *error)
{
	const struct as_package *package = opened->package;
	struct as_error why = {0};
	bool wanted = false;

	for (size_t g = 0; g < package->group_count; g++)
		wanted |= package->groups[g].aggregation == AS_AGGREGATE_PROGRAM;
	if (!wanted)
		return 0;
	if (!package->grader)
		return as_error_at(error, AS_ERROR_INPUT, package->path, 0, 0,
			"a group has `grading: custom`, but the package has no grader; add one to "
			"graders/, or use the default");
	opened->grader = as_workshop_compile(
		opened->workshop, package->tree.fd, package->grader, &package->constants, &why);
	if (!opened->grader)
		as_program_place(package, package->grader, &why, error);
	return opened->grader ? as_package_check_unchanged(package, package->grader, error) : -1;
}

/* ---- its input ---- */

/* The format has four words. Any other verdict counts as a crash. */
static const char *word_for(enum as_verdict verdict)
{
	switch (verdict) {
	case AS_VERDICT_AC:
	case AS_VERDICT_WA:
	case AS_VERDICT_TLE:
		return as_verdict_name(verdict);
	case AS_VERDICT_NONE:
	case AS_VERDICT_RTE:
	case AS_VERDICT_OLE:
	case AS_VERDICT_MLE:
	case AS_VERDICT_SV:
	case AS_VERDICT_JE:
	case AS_VERDICT_CE:
		break;
	}
	return "RTE";
}

/* Prints the number with as few decimals as possible and without an exponent, which graders need
 * not parse. */
static void print_score(FILE *lines, double score)
{
	char text[400];

	for (int decimals = 0; decimals <= 17; decimals++) {
		snprintf(text, sizeof(text), "%.*f", decimals, score);
		if (strtod(text, NULL) == score)
			break;
	}
	/* The locale of the process may have another decimal point. */
	for (char *at = text; *at; at++)
		fputc(strchr("-0123456789", *at) ? *at : '.', lines);
}

static int make_input(const struct as_part *parts, size_t count, struct as_error *error)
{
	AS_AUTO_FREE char *text = NULL;
	size_t size = 0;
	FILE *lines = open_memstream(&text, &size);

	for (size_t i = 0; lines && i < count; i++) {
		fprintf(lines, "%s ", word_for(parts[i].verdict));
		print_score(lines, parts[i].score);
		fputc('\n', lines);
	}
	if (!lines || fclose(lines))
		return as_error_no_memory(error);
	return as_input_from_bytes(text, size, error);
}

/* ---- its output ---- */

/* The verdict that a word means: that of the first part with this word, else the word's own. */
static int parse_word(
	const char *word, const struct as_part *parts, size_t count, enum as_verdict *verdict)
{
	static const enum as_verdict known[] = {AS_VERDICT_AC, AS_VERDICT_WA, AS_VERDICT_TLE,
		AS_VERDICT_RTE, AS_VERDICT_MLE, AS_VERDICT_OLE, AS_VERDICT_JE};

	for (size_t i = 0; i < count; i++)
		if (strcmp(word_for(parts[i].verdict), word) == 0) {
			*verdict = parts[i].verdict;
			return 0;
		}
	for (size_t i = 0; i < sizeof(known) / sizeof(*known); i++)
		if (strcmp(as_verdict_name(known[i]), word) == 0) {
			*verdict = known[i];
			return 0;
		}
	return -1;
}

/* Digits with at most one point, and an optional minus: the notation of the input. */
static int parse_score(const char *text, double *score)
{
	const char *digits = text + (*text == '-');
	size_t length = strlen(digits);
	const char *point = strchr(digits, '.');

	if (strspn(digits, "0123456789.") != length || length == (point ? 1 : 0) ||
		(point && strchr(point + 1, '.')))
		return -1;
	long double value;
	if (!as_check_number_parse(text, strlen(text), &value))
		return -1;
	*score = (double)value;
	return isfinite(*score) ? 0 : -1;
}

/* Exactly two words, separated by any white space. Modifies `text`. */
static int parse_result(char *text, size_t size, const struct as_part *parts, size_t count,
	struct as_group_result *result)
{
	static const char space[] = " \t\r\n\v\f";
	char *rest = NULL;

	if (memchr(text, '\0', size))
		return -1;
	const char *word = strtok_r(text, space, &rest);
	const char *score = strtok_r(NULL, space, &rest);
	if (!word || !score || strtok_r(NULL, space, &rest))
		return -1;
	return parse_word(word, parts, count, &result->verdict) ||
			       parse_score(score, &result->score)
		       ? -1
		       : 0;
}

static int read_result(const struct as_run_result *run, const struct as_part *parts, size_t count,
	const struct as_group *group, struct as_group_result *result, struct as_error *error)
{
	AS_AUTO_BYTES struct as_bytes output = {0};
	char shown[200] = "very much";

	if (run->stdout_bytes <= MAX_OUTPUT_BYTES) {
		if (as_fd_read(run->stdout_fd, MAX_OUTPUT_BYTES, &output, error))
			return -1;
		size_t length = output.size;
		while (length > 0 && strchr(" \t\r\n", output.data[length - 1]))
			length--;
		as_text_printable(output.data, length, shown, sizeof(shown));
	}
	if (!output.data || parse_result(output.data, output.size, parts, count, result))
		as_score_blame(result, AS_ERROR_INPUT,
			"the grader of %s printed '%s' instead of one verdict and one score",
			group->name, shown);
	else if (result->verdict == AS_VERDICT_JE)
		as_score_blame(result, AS_ERROR_INPUT, "the grader of %s reported JE", group->name);
	return 0;
}

/* ---- a run ---- */

static struct as_limits limits_of(const struct as_package_limits *limits)
{
	struct as_limits run = as_limits_of_validation(limits);

	run.processes = PROCESSES;
	return run;
}

/* On a borrowed core, so that it does not disturb measurements. */
static int run_grader(struct as_judging *judging, const struct as_group *group, int input,
	struct as_run_result *run, struct as_error *error)
{
	struct as_program *grader = judging->opened->grader;
	const struct as_limits limits = limits_of(&judging->opened->package->limits);
	const struct as_program_task task = {
		.arguments = (const char *const *)group->grading.grader_flags,
		.limits = &limits,
		.stdin_fd = input,
		.cancel = judging->cancel,
	};

	struct as_sandbox *sandbox = as_sandboxes_choose(&grader->sandboxes, grader, error);
	if (!sandbox)
		return -1;
	AS_AUTO_CORE struct as_core core = AS_CORE_INIT;
	as_core_borrow_for(judging, sandbox, &core);
	if (as_program_run_in(grader, sandbox, &task, run, error) == 0)
		return 0;
	if (error->kind != AS_ERROR_INPUT)
		as_sandboxes_close(&grader->sandboxes);
	return -1;
}

/* All jobs of the package share one sandbox. */
static int run_alone(struct as_judging *judging, const struct as_group *group, int input,
	struct as_run_result *run, struct as_error *error)
{
	pthread_mutex_lock(&judging->opened->program_lock);
	int failed = run_grader(judging, group, input, run, error);
	pthread_mutex_unlock(&judging->opened->program_lock);
	return failed;
}

int as_grader_run(void *context, const struct as_group *group, const struct as_part *parts,
	size_t count, struct as_group_result *result, struct as_error *error)
{
	struct as_judging *judging = context;
	AS_AUTO_RUN_RESULT struct as_run_result run = AS_RUN_RESULT_INIT;
	struct as_error why = {0};
	AS_AUTO_FD int input = make_input(parts, count, error);

	if (input < 0)
		return -1;
	if (run_alone(judging, group, input, &run, &why)) {
		as_score_blame(result,
			why.kind == AS_ERROR_INPUT ? AS_ERROR_INPUT : AS_ERROR_INTERNAL,
			"the grader of %s: %s", group->name, why.text);
		return 0;
	}
	if (as_run_check_cancel(&run, error))
		return -1;
	AS_AUTO_FREE char *complaint = as_validator_complain(&run);
	if (complaint) {
		as_score_blame(
			result, AS_ERROR_INPUT, "the grader of %s %s", group->name, complaint);
		return 0;
	}
	return read_result(&run, parts, count, group, result, error);
}
