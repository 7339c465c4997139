/* SPDX-License-Identifier: MIT */
/* The subjects of clarifications: "General", the categories of the contest, and its problems. */
#include "thread.h"

void page_subject(FILE *out, const struct as_contest_visit *visit,
	const struct as_contest_clarification *clarification)
{
	if (clarification->problem != AS_CONTEST_NONE && as_contest_visit_sees_problems(visit))
		page_problem_link(out, visit, clarification->problem);
	else
		as_html_name(out, as_contest_clarification_category(clarification));
}

bool page_is_about(const struct as_contest_visit *visit,
	const struct as_contest_clarification *clarification, const char *subject)
{
	static const size_t prefix = sizeof AS_CONTEST_CATEGORY - 1;
	const bool has_problem = clarification->problem != AS_CONTEST_NONE;

	if (strcmp(subject, "general") == 0)
		return !has_problem && !clarification->category;
	if (strncmp(subject, AS_CONTEST_CATEGORY, prefix) == 0)
		return !has_problem && clarification->category &&
		       strcmp(clarification->category, subject + prefix) == 0;
	return has_problem &&
	       strcmp(page_contest(visit)->problems[clarification->problem].id, subject) == 0;
}

void page_subject_options(FILE *out, const struct as_contest_visit *visit, const char *selected)
{
	const struct as_contest *contest = page_contest(visit);
	const char *const *category = as_contest_desk_categories(&contest->settings.desk);

	for (; *category; category++) {
		AS_AUTO_FREE char *value =
			as_text_format(NULL, "%s%s", AS_CONTEST_CATEGORY, *category);
		if (value)
			page_option(
				out, value, *category, selected && strcmp(selected, value) == 0);
	}
	page_problem_options(out, visit,
		selected ? as_contest_find_problem(contest, selected) : AS_CONTEST_NONE);
}

void page_subject_field(FILE *out, const struct as_contest_visit *visit,
	const struct as_contest_typed_message *typed)
{
	const char *selected = typed ? typed->subject : NULL;

	fprintf(out, "<label class=\"field\"><span>About</span><select name=\"problem\"%s>",
		typed ? " data-typed" : "");
	page_option(out, "", AS_CONTEST_GENERAL, !selected || !*selected);
	page_subject_options(out, visit, selected);
	fputs("</select></label>", out);
}

void page_text_field(
	FILE *out, const char *label, int rows, const struct as_contest_typed_message *typed)
{
	fprintf(out,
		"<label class=\"field\"><span>%s</span><textarea name=\"text\" rows=\"%d\" "
		"required maxlength=\"%d\"%s>\n",
		label, rows, AS_CONTEST_CLARIFICATION_MAX_BYTES, typed ? " data-typed" : "");
	if (typed && typed->text)
		page_value(out, typed->text);
	fputs("</textarea></label>", out);
}
