/* SPDX-License-Identifier: MIT */
/* The output of `assay grade`, and the description of this machine. */
#include "grade_pages.h"

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
	size_t counts[] = {[AS_CLASS_PLAN_JUDGED] = 0,
		[AS_CLASS_PLAN_KNOWN] = 0,
		[AS_CLASS_PLAN_DECISION] = 0};

	for (size_t i = 0; i < count; i++) {
		counts[planned[i].plan]++;
		print(as_class_label(class, people[planned[i].person].id, label));
		putchar('\t');
		print(blind ? "-" : planned[i].path);
		putchar('\t');
		print(planned[i].why);
		putchar('\n');
	}
	printf("%zu of ", counts[AS_CLASS_PLAN_JUDGED]);
	print_count(whole, "submission", "submissions");
	fputs(" would be judged", stdout);
	if (counts[AS_CLASS_PLAN_KNOWN])
		printf("; %zu %s no judging", counts[AS_CLASS_PLAN_KNOWN],
			counts[AS_CLASS_PLAN_KNOWN] == 1 ? "needs" : "need");
	if (counts[AS_CLASS_PLAN_DECISION])
		printf("; %zu %s for a decision", counts[AS_CLASS_PLAN_DECISION],
			counts[AS_CLASS_PLAN_DECISION] == 1 ? "waits" : "wait");
	putchar('\n');
}

/* ---- changes ---- */

size_t grade_print_changes(const struct as_class *class, enum grade_fate fate)
{
	static const char *const fates[] = {
		[GRADE_WAITING] = "; add --apply to let the new marks count, or keep a mark by a "
				  "row in overrides.csv",
		[GRADE_HELD] = "; correct the errors above before --apply can let the new marks "
			       "count",
		[GRADE_APPLIED] = ""};
	size_t count, stays = 0;
	const struct as_class_change *changes = as_class_changes(class, &count);
	char label[AS_PSEUDONYM_SIZE];

	for (size_t i = 0; i < count; i++) {
		AS_AUTO_FREE char *numbers = as_class_describe_change(&changes[i], NULL);
		print(as_class_label(class, changes[i].id, label));
		putchar('\t');
		print(changes[i].name ? changes[i].name : "-");
		printf("\t%s\t", numbers ? numbers : "?");
		print(changes[i].why);
		putchar('\n');
		stays += as_class_total_stays(&changes[i]);
	}
	if (count) {
		print_count(count, "mark", "marks");
		fputs(fate == GRADE_APPLIED ? " changed" : " would change", stdout);
		if (stays)
			printf(" (%zu %s)", stays, stays == 1 ? "total stays" : "totals stay");
		puts(fates[fate]);
	}
	return count;
}

/* ---- the summary ---- */

/* The platform's own tables and files of systems are not submissions. */
const char *grade_describe_left(
	const struct as_submissions *submissions, char text[GRADE_LEFT_SIZE])
{
	size_t others = 0;

	for (size_t i = 0; i < submissions->left_count; i++)
		others += submissions->left[i].reason == AS_LEFT_SHEET ||
			  submissions->left[i].reason == AS_LEFT_SYSTEM;
	const size_t count = submissions->left_count - others;
	const int length = snprintf(text, GRADE_LEFT_SIZE, "%zu %s not judged: see left-out.csv",
		count, count == 1 ? "file was" : "files were");
	if (others)
		snprintf(text + length, GRADE_LEFT_SIZE - (size_t)length,
			", which also has %zu of a system or platform", others);
	if (count == 0)
		*text = '\0';
	return text;
}

/* The state that is all that a complete mark needs: the submission is missing, and the deadline has
 * not passed (AWAITED), or the student is excused. NOT_JUDGED: any other reason, or none.
 */
static enum as_mark_state find_wait(const struct as_class_row *row)
{
	enum as_mark_state found = AS_MARK_NOT_JUDGED;

	if (!row->is_marked || row->total.complete)
		return found;
	for (size_t i = 0; i < row->mark_count; i++) {
		const struct as_class_mark *mark = &row->marks[i];
		if (mark->overridden || !as_mark_state_is_open(mark->state))
			continue;
		if (mark->state != AS_MARK_AWAITED && mark->state != AS_MARK_EXCUSED)
			return AS_MARK_NOT_JUDGED;
		found = mark->state;
	}
	return found;
}

struct summary {
	/* Of the class: */
	size_t submitted, complete, awaited, excused;
	/* Also of submissions of nobody: */
	size_t unmarked; /* students with manual items without a mark */
	size_t needs;    /* students about whom the teacher has to decide */
	size_t looks;    /* students with a mark that deserves a look */
};

/* `is_listed`: the student is in the class; `has_handed_in`: something is to be judged. */
static void summarise(
	struct summary *summary, const struct as_class_row *row, bool is_listed, bool has_handed_in)
{
	const bool complete = row->is_marked && row->total.complete;
	const enum as_mark_state wait = find_wait(row);
	const bool is_due = wait == AS_MARK_NOT_JUDGED;

	summary->submitted += has_handed_in && is_listed;
	summary->complete += complete && is_listed;
	summary->awaited += wait == AS_MARK_AWAITED;
	summary->excused += wait == AS_MARK_EXCUSED;
	summary->unmarked += row->total.unmarked != NULL;
	summary->needs += is_due && row->total.decision_count > 0;
	summary->looks += is_due && row->total.todo && row->total.todo[row->total.decision_count];
}

static void print_part(size_t count, const char *one, const char *several, const char *what)
{
	if (count == 0)
		return;
	print_count(count, one, several);
	puts(what);
}

void grade_print_summary(
	const struct as_class *class, const struct grade_people *people, const char *out)
{
	const size_t count = as_class_row_count(class);
	struct summary all = {0};
	size_t unlisted = 0;
	char left[GRADE_LEFT_SIZE];

	for (size_t i = 0; i < count; i++)
		summarise(&all, as_class_row(class, i),
			i >= people->count || !people->people[i].is_unlisted,
			grade_has_handed_in(people, as_class_row(class, i), i));
	for (size_t i = 0; i < people->count; i++)
		unlisted += people->people[i].is_unlisted;
	print_count(count - unlisted, "student", "students");
	if (unlisted)
		printf(" and %zu not in the class", unlisted);
	printf(", %zu handed in, %zu graded: ", all.submitted, all.complete);
	print(out);
	puts("/marks.csv");
	print_part(all.awaited, "student", "students", " may still hand in");
	print_part(all.excused, "student is", "students are", " excused on the platform");
	print_part(all.unmarked, "student waits", "students wait",
		" for manual marks: see manual.csv");
	print_part(all.needs, "student needs", "students need", " a decision: see the column todo");
	print_part(all.looks, "mark deserves", "marks deserve", " a look: see the column todo");
	if (*grade_describe_left(people->submissions, left))
		puts(left);
}

void grade_print_similar(const struct grade_similar_counts *counts)
{
	const char *before = "";

	if (counts->clusters + counts->common + counts->pairs == 0)
		return;
	if (counts->clusters) {
		print_count(counts->equal, "submission is", "submissions are");
		fputs(" in ", stdout);
		print_count(
			counts->clusters, "group of equal programs", "groups of equal programs");
		before = ", ";
	}
	if (counts->common) {
		fputs(before, stdout);
		print_count(counts->common, "passage is", "passages are");
		fputs(" in many programs", stdout);
		before = ", ";
	}
	if (counts->pairs) {
		fputs(before, stdout);
		print_count(counts->pairs, "pair is similar", "pairs are similar");
	}
	puts(": see class.html");
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
