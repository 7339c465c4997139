/* SPDX-License-Identifier: MIT */
/* The output of `assay grade`, and the description of this machine. */
#include "grade.h"

#include <string.h>
#include <sys/utsname.h>

static void print(const char *text)
{
	cli_print_text(text, strlen(text));
}

static void print_count(size_t count, const char *noun, const char *nouns)
{
	printf("%zu %s", count, count == 1 ? noun : nouns);
}

void grade_print_plan(const struct as_class_planned *planned, size_t count, size_t whole,
	const struct as_class_person *people, const struct as_class *class, bool blind)
{
	char label[AS_PSEUDONYM_SIZE];

	for (size_t i = 0; i < count; i++) {
		print(as_class_label(class, people[planned[i].person].id, label));
		putchar('\t');
		print(blind ? "-" : planned[i].path);
		printf("\t%s\n", planned[i].why);
	}
	printf("%zu of ", count);
	print_count(whole, "submission", "submissions");
	puts(" would be judged");
}

/* ---- changes ---- */

size_t grade_print_changes(const struct as_class *class, bool applied)
{
	size_t count;
	const struct as_class_change *changes = as_class_changes(class, &count);
	char label[AS_PSEUDONYM_SIZE];

	for (size_t i = 0; i < count; i++) {
		print(as_class_label(class, changes[i].id, label));
		printf("\t%s\t", changes[i].item);
		printf("%s -> ", AS_POINTS(changes[i].before_e4));
		printf("%s\t", changes[i].is_open ? "none" : AS_POINTS(changes[i].now_e4));
		print(changes[i].why);
		putchar('\n');
	}
	if (count) {
		print_count(count, "mark", "marks");
		puts(applied ? " changed"
			     : " would change; add --apply to let the new marks count, or keep a "
			       "mark by "
			       "a row in overrides.csv");
	}
	return count;
}

/* ---- the summary ---- */

/* The platform's own tables and files of systems are not submissions. */
size_t grade_count_left(const struct as_submissions *submissions)
{
	size_t count = 0;

	for (size_t i = 0; i < submissions->left_count; i++)
		count += submissions->left[i].reason != AS_LEFT_SHEET &&
			 submissions->left[i].reason != AS_LEFT_SYSTEM;
	return count;
}

/* Only the submission is missing, and the deadline has not passed. */
static bool is_awaited(const struct as_class_row *row)
{
	bool awaited = false;

	if (!row->is_marked || row->total.complete)
		return false;
	for (size_t i = 0; i < row->mark_count; i++) {
		const struct as_class_mark *mark = &row->marks[i];
		if (mark->overridden || !as_mark_state_is_open(mark->state))
			continue;
		if (mark->state != AS_MARK_AWAITED)
			return false;
		awaited = true;
	}
	return awaited;
}

void grade_print_summary(
	const struct as_class *class, const struct grade_people *people, const char *out)
{
	const size_t left = grade_count_left(people->submissions);
	const size_t count = as_class_row_count(class);
	size_t submitted = 0, complete = 0, awaited = 0, listed = 0;

	for (size_t i = 0; i < count; i++) {
		const struct as_class_row *row = as_class_row(class, i);
		submitted += row->submitted;
		complete += row->is_marked && row->total.complete;
		awaited += is_awaited(row);
		listed += row->is_marked && row->total.complete && row->total.todo;
	}
	print_count(count, "person", "people");
	printf(", %zu handed in, %zu graded: ", submitted, complete);
	print(out);
	puts("/marks.csv");
	if (awaited) {
		print_count(awaited, "person", "people");
		puts(" may still hand in");
	}
	if (complete + awaited < count) {
		print_count(count - complete - awaited, "person needs", "people need");
		puts(" a decision: see the column todo");
	}
	if (listed) {
		print_count(listed, "complete mark deserves", "complete marks deserve");
		puts(" a look: see the column todo");
	}
	if (left) {
		print_count(left, "file was", "files were");
		puts(" not judged: see left-out.csv");
	}
}

static void show_finding(void *context, const struct as_finding *finding)
{
	(void)context;
	fprintf(stderr, "assay: %s: %s%s%s\n", as_finding_level_name(finding->level),
		finding->where, *finding->where ? ": " : "", finding->text);
}

void grade_print_findings(const struct as_findings *findings)
{
	as_findings_fold(findings, show_finding, NULL);
}

/* ---- run.json ---- */

const char *grade_describe_machine(char text[GRADE_MACHINE_SIZE])
{
	struct utsname machine = {0};
	char processor[CLI_CPU_SIZE];

	uname(&machine);
	snprintf(text, GRADE_MACHINE_SIZE, "%s, %s, %s %s", cli_cpu_name(processor),
		machine.machine, machine.sysname, machine.release);
	return text;
}

int grade_list_compilers(
	const struct as_languages *languages, struct as_text_map *compilers, struct as_error *error)
{
	struct as_language_state *states = as_languages_inspect(languages, NULL, true, error);
	int failed = states ? 0 : -1;

	for (const struct as_language_state *state = states; state && state->id && !failed; state++)
		if (state->version)
			failed = as_text_map_set(compilers, state->id, state->version, error);
	as_language_states_free(states);
	return failed;
}
