/* SPDX-License-Identifier: MIT */
/* The text output of `assay judge`: a row for each submission, with the reason of its verdict. */
#include "judge.h"

#include "cli.h"

#include <assay/program/sources.h>
#include <ctype.h>
#include <fcntl.h>
#include <math.h>
#include <string.h>

#define LIMIT_SIZE 64

/* ---- the reason of a verdict ---- */

/* A store's file may contain any text in its results. */
static void print_text(const char *text)
{
	cli_print_text(text ? text : "", text ? strlen(text) : 0);
}

static void print_note(const char *note)
{
	fputs("        note: ", stdout);
	print_text(note);
	puts("");
}

/* The first test with the verdict of the submission, or NULL. */
static const struct as_result_test *deciding_test(const struct as_result *result)
{
	if (result->verdict == AS_VERDICT_AC)
		return NULL;
	for (size_t i = 0; i < result->test_count; i++)
		if (result->tests[i].verdict == result->verdict)
			return &result->tests[i];
	return NULL;
}

/* "limit 0.5 s": the limit that the verdict says was exceeded. False: the verdict is about no
 * limit. */
static bool describe_limit(const struct as_result_test *test, const struct as_result_limits *limits,
	char text[LIMIT_SIZE])
{
	const bool waited = test->reason && strcmp(test->reason, "cpu") != 0;
	const int64_t time_ns = waited ? limits->wall_time_ns : limits->cpu_time_ns;

	if (test->verdict == AS_VERDICT_TLE)
		snprintf(text, LIMIT_SIZE, "limit %s s", AS_NUMBER((double)time_ns / 1e9));
	else if (test->verdict == AS_VERDICT_MLE)
		snprintf(text, LIMIT_SIZE, "limit %s MiB",
			AS_NUMBER((double)limits->memory_bytes / 1048576));
	else if (test->verdict == AS_VERDICT_OLE)
		snprintf(text, LIMIT_SIZE, "limit %s MiB",
			AS_NUMBER((double)limits->output_bytes / 1048576));
	else
		return false;
	return true;
}

/* CPU time does not explain the verdict of a run that slept, or that shared its core. */
static void print_waiting(const struct as_result_test *test)
{
	const struct as_result_usage *usage = &test->usage;
	const bool slept = !usage->known || usage->cpu_time_ns < usage->wall_time_ns / 20;

	printf(": %s %s s", slept ? "waited" : "took",
		AS_NUMBER(round((double)usage->wall_time_ns / 1e8) / 10));
	if (usage->known)
		printf(", used %.0f ms%s", (double)usage->cpu_time_ns / 1e6,
			slept ? "" : " of CPU time");
}

static void print_cause(const struct as_result *result, const struct as_result_test *test)
{
	const char *reason = test->reason;
	char limit[LIMIT_SIZE], shown[LIMIT_SIZE] = "";

	if (reason)
		as_text_printable(reason, strlen(reason), shown, sizeof(shown));
	if (reason && strcmp(reason, "signal") == 0 && sigabbrev_np(test->signal))
		printf(" (signal %d SIG%s)", test->signal, sigabbrev_np(test->signal));
	else if (reason && strcmp(reason, "exit-code") == 0)
		printf(" (exit-code %d)", test->exit_code);
	else if (reason && strcmp(reason, "deadlock") == 0)
		printf(" (%s)", reason);
	else if (describe_limit(test, &result->limits, limit))
		printf(" (%s%s%s)", shown, reason ? ", " : "", limit);
	else if (reason)
		printf(" (%s)", shown);
	if (reason && strcmp(reason, "wall-clock") == 0)
		print_waiting(test);
}

/* True if a note says that a file of the submission with the name of the module was left out. */
static bool was_left_out(char **notes, const char *name, size_t length)
{
	static const char mark[] = "left out because of the name:";

	for (; notes && *notes; notes++) {
		const char *at = strstr(*notes, mark);
		for (at = at ? at + strlen(mark) : NULL; at && *at && *at != ';'; at++)
			if ((*at == ' ' || *at == '/') && strncmp(at + 1, name, length) == 0 &&
				!isalnum((unsigned char)at[1 + length]))
				return true;
	}
	return false;
}

/* True if the module has the name of the submission, "projekt" or "projekt.zip". */
static bool is_called(const char *path, const char *name, size_t length)
{
	size_t end = path ? strlen(path) : 0;

	while (end > 0 && path[end - 1] == '/')
		end--;
	const char *slash = memrchr(path ? path : "", '/', end);
	const char *last = slash ? slash + 1 : path;
	return end && strncmp(last, name, length) == 0 &&
	       (last + length == path + end || last[length] == '.');
}

/* True if a text has the name as a part of a path: "lib/sub.py", "lib/sub/a.py". */
static bool has_part(const char *text, size_t size, const char *name, size_t length)
{
	const char *end = text + size;

	for (const char *at = text; (at = memmem(at, (size_t)(end - at), name, length)); at++)
		if ((at == text || at[-1] == '/') && at + length < end &&
			(at[length] == '/' || (end - at >= (ptrdiff_t)length + 3 &&
						      memcmp(at + length, ".py", 3) == 0)))
			return true;
	return false;
}

/* True if the submission has a file or folder of the name. An archive has the paths as texts. */
static bool has_own(const char *path, const char *name, size_t length)
{
	AS_AUTO(as_sources_clear) struct as_sources sources = {0};
	bool has = false;

	if (!path || as_sources_read(&sources, AT_FDCWD, path, AS_SOURCES_OTHER_BYTES, NULL, NULL))
		return false;
	for (size_t i = 0; i < sources.count; i++) {
		const struct as_source *file = &sources.files[i];
		has |= has_part(file->name, strlen(file->name), name, length);
		if (sources.single && as_text_stem(file->name, ".zip") > 0)
			has |= has_part(file->data.data, file->data.size, name, length);
	}
	return has;
}

/* Prints the name of the module that Python did not find; of "scipy.stats", the first part. */
static void print_module(const struct as_result *result, const char *feedback)
{
	static const char mark[] = "No module named '";
	const char *name = strstr(feedback, mark);
	size_t length = 0;

	if (!name)
		return;
	name += strlen(mark);
	while (isalnum((unsigned char)name[length]) || name[length] == '_')
		length++;
	if (length && !was_left_out(result->compile.notes, name, length) &&
		!is_called(result->path, name, length) && !has_own(result->path, name, length))
		printf("        note: a run sees no installed modules; `--module %.*s` adds this "
		       "one\n",
			(int)length, name);
}

static void print_reason(const struct as_result *result, const struct as_result_test *test,
	enum as_audience audience)
{
	const char *feedback = as_result_feedback(test, audience);

	fputs("        ", stdout);
	print_text(test->name);
	if (as_result_is_shown(test, audience))
		print_cause(result, test);
	if (test->unconfirmed)
		fputs(" (unconfirmed)", stdout);
	fputs(*feedback ? ": " : "", stdout);
	print_text(feedback);
	puts("");
	if (audience == AS_AUDIENCE_SETTER)
		print_module(result, feedback);
}

/* Lines that only say that there were errors, and headings of lists. */
static const char *const summaries[] = {"collect2:", "ld returned", "error exitcode",
	"compilation error", "caught error:", "could not compile", "# command-line-arguments",
	"# submission"};
#define SUMMARY_COUNT (sizeof(summaries) / sizeof(*summaries))
/* Messages of linkers, which do not contain the word "error". */
static const char *const mistakes[] = {
	"multiple definition of", "undefined reference to", "error", "fatal:"};
#define MISTAKE_COUNT (sizeof(mistakes) / sizeof(*mistakes))

static bool mentions(const char *line, const char *const *words, size_t count)
{
	for (size_t i = 0; i < count; i++)
		if (strcasestr(line, words[i]))
			return true;
	return false;
}

/* A weight: how informative a line of the compiler's message is. */
static int weight_of(const char *line)
{
	if (!*line || mentions(line, summaries, SUMMARY_COUNT))
		return 0;
	return mentions(line, mistakes, MISTAKE_COUNT) ? 2 : 1;
}

/* The first of the most informative lines. */
static const char *telling_line(const char *output)
{
	const char *found = output;
	int max = 0;

	for (const char *at = output; *at; at += strcspn(at, "\n"), at += *at == '\n') {
		AS_AUTO_FREE char *line = strndup(at, strcspn(at, "\n"));
		const int weight = line ? weight_of(line) : 0;
		if (weight > max) {
			max = weight;
			found = at;
		}
	}
	return found;
}

/* Prints tabs as spaces. */
static void print_line(const char *line)
{
	for (const char *end = line + strcspn(line, "\n"); line < end; line++) {
		const size_t length = strcspn(line, "\t\n");
		cli_print_text(line, length);
		line += length;
		if (*line == '\t')
			putchar(' ');
	}
}

/* True for "main.hs:2:18: error:": the text follows on the next line. */
static bool ends_in_colon(const char *line)
{
	const char *end = line + strcspn(line, "\n");

	while (end > line && end[-1] == ' ')
		end--;
	return end > line && end[-1] == ':';
}

/* The first word of the next line that has one, after signs of comments and lists. */
static const char *next_words(const char *line)
{
	const char *words = line + strcspn(line, "\n");

	words += strspn(words, " \t\n;");
	return *words ? words : NULL;
}

static void print_refusal(const struct as_result_compile *compile)
{
	const char *output = compile->output ? compile->output : "";
	/* Its first line comes from the judge, and precedes the compiler's message. */
	const bool is_own = compile->reason && strcmp(compile->reason, "entry-point") == 0;
	const char *line = is_own ? output : telling_line(output);

	fputs("        ", stdout);
	print_text(compile->reason);
	fputs(": ", stdout);
	print_line(line);
	if (ends_in_colon(line) && (line = next_words(line))) {
		putchar(' ');
		print_line(line);
	}
	puts("");
}

/* If no test has the verdict, the static validator may be its cause. */
static void print_static(const struct as_result *result, enum as_audience audience)
{
	for (size_t i = 0; i < result->static_count; i++) {
		const struct as_result_test *test = &result->statics[i];
		const char *feedback = as_result_feedback(test, audience);
		if (test->verdict == AS_VERDICT_AC || test->verdict != result->verdict)
			continue;
		fputs("        static validation of ", stdout);
		print_text(test->name);
		fputs(*feedback ? ": " : "", stdout);
		print_text(feedback);
		puts("");
		return;
	}
}

/* ---- counts ---- */

/* True if the group is the outer one or inside it. */
static bool is_within(const struct as_package *package, size_t group, const char *outer)
{
	while (strcmp(package->groups[group].name, outer) != 0) {
		if (package->groups[group].parent == group)
			return false;
		group = package->groups[group].parent;
	}
	return true;
}

size_t judge_count_tests(const struct judge_scope *scope)
{
	const struct as_package *package = scope->package;
	size_t count = 0;

	if (scope->test)
		return 1;
	for (size_t i = 0; i < package->test_count; i++)
		count += !scope->group || is_within(package, package->tests[i].group, scope->group);
	return count;
}

size_t judge_count_passed(const struct as_result *result)
{
	size_t count = 0;

	for (size_t i = 0; i < result->test_count; i++)
		count += result->tests[i].verdict == AS_VERDICT_AC;
	return count;
}

/* ---- rows ---- */

static void print_heading(bool scoring)
{
	printf("%-7s %s%9s %8s %9s  %-8s %s\n", "VERDICT", scoring ? "   SCORE " : "", "PASSED",
		"CPU", "MEMORY", "LANGUAGE", "SUBMISSION");
}

static const char *score_text(bool has_score, double score, char text[AS_NUMBER_SIZE])
{
	return has_score && isfinite(score) ? cli_score_format(score, text) : "-";
}

/* A single test, or group, has no score. The maximum may be unbounded or absent. */
static void print_score(const struct judge_table *table, const struct as_result *result)
{
	const bool is_part = table->scope.test || table->scope.group;
	char earned[AS_NUMBER_SIZE], whole[AS_NUMBER_SIZE];

	if (result->scoring)
		printf("%4s/%-4s", score_text(result->has_score && !is_part, result->score, earned),
			score_text(true, result->max_score, whole));
}

/* Nothing is known about a submission that was not compiled. */
static void print_passed(const struct judge_table *table, const struct as_result *result)
{
	char text[64] = "-";

	if (result->compile.verdict == AS_VERDICT_AC)
		snprintf(text, sizeof(text), "%zu/%zu", judge_count_passed(result),
			judge_count_tests(&table->scope));
	printf("%9s ", text);
}

static void print_usage(const struct as_result *result, enum as_audience audience)
{
	const struct as_result_usage usage = as_result_usage(result, audience);

	if (!usage.known)
		printf("%8s %9s", "-", "-");
	else
		printf("%5.0f ms %5.1f MiB", (double)usage.cpu_time_ns / 1e6,
			(double)usage.memory_bytes / 1048576);
}

/* Prints the cause of a verdict that no test has: the static validator, or the sum of a group's
 * points. */
static void print_others(const struct as_result *result, enum as_audience audience)
{
	print_static(result, audience);
	for (size_t i = 0; audience == AS_AUDIENCE_SETTER && i < result->group_count; i++)
		if (result->groups[i].feedback) {
			fputs("        group ", stdout);
			print_text(result->groups[i].name);
			fputs(": ", stdout);
			print_text(result->groups[i].feedback);
			puts("");
			return;
		}
}

static void begin_row(struct judge_table *table, enum as_verdict verdict)
{
	if (!table->headed)
		print_heading(table->scope.package->scoring);
	table->headed = true;
	table->verdict_counts[verdict]++;
	printf("%-7s ", as_verdict_name(verdict));
}

void judge_table_add(struct judge_table *table, const struct as_result *result)
{
	const enum as_audience audience = table->scope.audience;
	const struct as_result_test *test = deciding_test(result);
	char path[4096], language[64] = "-";

	as_text_printable(result->path, strlen(result->path), path, sizeof(path));
	if (result->compile.language)
		as_text_printable(result->compile.language, strlen(result->compile.language),
			language, sizeof(language));
	if (result->sandbox.used && result->sandbox.weak > table->weak)
		table->weak = result->sandbox.weak;
	table->unconfirmed |= test && test->unconfirmed;
	begin_row(table, result->verdict);
	print_score(table, result);
	print_passed(table, result);
	print_usage(result, audience);
	printf("  %-8s %s\n", language, path);
	if (result->verdict == AS_VERDICT_CE)
		print_refusal(&result->compile);
	else if (test)
		print_reason(result, test, audience);
	else
		print_others(result, audience);
	for (char **note = result->compile.notes; note && *note; note++)
		print_note(*note);
}

void judge_table_add_failure(
	struct judge_table *table, const char *path, const struct as_error *error)
{
	char shown[4096], text[2048];

	as_text_printable(path, strlen(path), shown, sizeof(shown));
	begin_row(table, AS_VERDICT_JE);
	if (table->scope.package->scoring)
		printf("%4s/%-4s", "-", "-");
	printf("%9s %8s %9s  %-8s %s\n        judge: %s\n", "-", "-", "-", "-", shown,
		as_error_format(error, text, sizeof(text)));
}

static void print_totals(const struct judge_table *table)
{
	size_t total = 0;
	const char *separator = ": ";

	for (size_t v = 0; v <= AS_VERDICT_CE; v++)
		total += table->verdict_counts[v];
	if (total < 2)
		return;
	printf("%zu submissions", total);
	for (size_t v = 0; v <= AS_VERDICT_CE; v++) {
		if (!table->verdict_counts[v])
			continue;
		printf("%s%zu %s", separator, table->verdict_counts[v],
			as_verdict_name((enum as_verdict)v));
		separator = ", ";
	}
	puts("");
}

void judge_table_end(const struct judge_table *table)
{
	print_totals(table);
	if (table->unconfirmed)
		printf("unconfirmed: another program used the core meanwhile, or the run was "
		       "killed, and no rerun confirmed the verdict; judge again when the machine "
		       "is idle.\n");
	cli_print_weakness(table->weak);
}
