/* SPDX-License-Identifier: MIT */
/* The output of `assay grade`, and the description of this machine. */
#include "grade.h"

#include <string.h>

static void print(const char *text)
{
	cli_print_text(text, strlen(text));
}

static void print_count(size_t count, const char *noun, const char *nouns)
{
	printf("%zu %s", count, count == 1 ? noun : nouns);
}

void grade_print_plan(const struct as_class_planned *planned, size_t count, size_t whole,
	const struct as_grade *grade)
{
	const struct as_class_person *people = as_grade_people(grade);
	const struct as_class *class = as_grade_class(grade);
	const bool blind = as_grade_settings(grade)->blind;
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

size_t grade_print_changes(const struct as_class *class, enum as_grade_fate fate)
{
	static const char *const fates[] = {
		[AS_GRADE_WAITING] =
			"; add --apply to let the new marks count, or keep a mark by a "
			"row in overrides.csv",
		[AS_GRADE_HELD] = "; correct the errors above before --apply can let the new marks "
				  "count",
		[AS_GRADE_APPLIED] = ""};
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
		fputs(fate == AS_GRADE_APPLIED ? " changed" : " would change", stdout);
		if (stays)
			printf(" (%zu %s)", stays, stays == 1 ? "total stays" : "totals stay");
		puts(fates[fate]);
	}
	return count;
}

/* ---- the summary ---- */

static void print_part(size_t count, const char *one, const char *several, const char *what)
{
	if (count == 0)
		return;
	print_count(count, one, several);
	puts(what);
}

static void print_similar(const struct as_grade_similar *counts)
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

void grade_print_summary(const struct as_grade *grade)
{
	struct as_grade_summary all;

	as_grade_summarise(grade, &all);
	print_count(all.students, "student", "students");
	if (all.unlisted)
		printf(" and %zu not in the class", all.unlisted);
	printf(", %zu handed in, %zu graded: ", all.submitted, all.complete);
	print(as_grade_settings(grade)->out);
	puts("/marks.csv");
	print_part(all.awaited, "student", "students", " may still hand in");
	print_part(all.excused, "student is", "students are", " excused on the platform");
	print_part(all.unmarked, "student waits", "students wait",
		" for manual marks: see manual.csv");
	print_part(all.needs, "student needs", "students need", " a decision: see the column todo");
	print_part(all.looks, "mark deserves", "marks deserve", " a look: see the column todo");
	if (*all.left)
		puts(all.left);
	print_similar(&all.similar);
}
