/* SPDX-License-Identifier: MIT */
/* The list of tasks for the teacher: each reason once, with all people that it applies to. */
#include "state.h"

#include <string.h>

/* The list of people of a reason is folded if it is longer. */
#define MAX_OPEN 6

struct need {
	const char *text;
	size_t person;
	size_t count; /* of people with this reason */
};

/* The lists of people with reasons. */
enum list {
	LIST_NEEDS,    /* the teacher has to decide */
	LIST_LOOKS,    /* the teacher should look at it */
	LIST_FAILS,    /* submissions that do not run */
	LIST_UNMARKED, /* manual marks that are missing */
	LIST_AWAITED   /* submissions that are missing, and not due yet */
};

/* A reason of a person in a list; NULL: there are fewer. */
static const char *reason_of(const struct as_entered *person, enum list list, size_t index)
{
	const size_t first = person->counts.decisions, looks = person->counts.looks;

	if (list == LIST_UNMARKED)
		return index == 0 ? person->unmarked : NULL;
	if (person->flags.is_awaited != (list == LIST_AWAITED))
		return NULL;
	switch (list) {
	case LIST_NEEDS:
		return index < first ? person->needs[index] : NULL;
	case LIST_LOOKS:
		return index < looks ? person->needs[first + index] : NULL;
	case LIST_FAILS:
		return person->needs[first + looks + index];
	case LIST_UNMARKED:
	case LIST_AWAITED:
	default:
		return person->needs[index];
	}
}

static size_t count_reasons(const struct as_entered *person, enum list list)
{
	size_t count = 0;

	while (reason_of(person, list, count))
		count++;
	return count;
}

static size_t count_needs(const struct as_pages *pages, enum list list)
{
	size_t count = 0;

	for (size_t i = 0; i < pages->count; i++)
		count += count_reasons(&pages->people[i], list);
	return count;
}

static int compare_texts(const void *left, const void *right)
{
	const struct need *a = left, *b = right;
	const int order = strcmp(a->text, b->text);

	return order ? order : (a->person > b->person) - (a->person < b->person);
}

/* Rare reasons come first: these are unexpected. */
static int compare_counts(const void *left, const void *right)
{
	const struct need *a = left, *b = right;

	if (a->count != b->count)
		return a->count < b->count ? -1 : 1;
	return compare_texts(left, right);
}

static size_t size_of_group(const struct need *needs, size_t first, size_t count)
{
	size_t size = 1;

	while (first + size < count && strcmp(needs[first + size].text, needs[first].text) == 0)
		size++;
	return size;
}

static struct need *find_needs(const struct as_pages *pages, size_t count, enum list list)
{
	struct need *needs = calloc(count + 1, sizeof(*needs));
	size_t at = 0;

	if (!needs)
		return NULL;
	for (size_t i = 0; i < pages->count; i++)
		for (size_t k = 0; k < count_reasons(&pages->people[i], list); k++)
			needs[at++] = (struct need){
				.text = reason_of(&pages->people[i], list, k), .person = i};
	qsort(needs, count, sizeof(*needs), compare_texts);
	for (size_t i = 0, size; i < count; i += size) {
		size = size_of_group(needs, i, count);
		for (size_t k = 0; k < size; k++)
			needs[i + k].count = size;
	}
	qsort(needs, count, sizeof(*needs), compare_counts);
	return needs;
}

static void write_text(FILE *out, const char *text)
{
	fputs("<bdi>", out);
	as_html_untrusted(out, text, strlen(text), 1000, AS_HTML_LINE);
	fputs("</bdi>", out);
}

static void write_people(
	const struct as_pages *pages, FILE *out, const struct need *needs, size_t size)
{
	fputs("<ul class=\"who\">", out);
	for (size_t i = 0; i < size; i++) {
		const struct as_entered *person = &pages->people[needs[i].person];
		fputs("<li><a href=\"people/", out);
		as_html_address(out, person->key);
		fputs(".html\">", out);
		as_html_name(out, person->name ? person->name : person->id);
		fputs("</a>", out);
		as_page_write_code_link(out, "", person);
		fputs("</li>", out);
	}
	fputs("</ul>", out);
}

static void write_group(
	const struct as_pages *pages, FILE *out, const struct need *needs, size_t size)
{
	fputs(size > MAX_OPEN ? "<li><details><summary>" : "<li><p>", out);
	write_text(out, needs->text);
	if (size > 1)
		fprintf(out, " <b>%zu students</b>", size);
	fputs(size > MAX_OPEN ? "</summary>" : "</p>", out);
	write_people(pages, out, needs, size);
	fputs(size > MAX_OPEN ? "</details></li>" : "</li>", out);
}

static int write_list(const struct as_pages *pages, FILE *out, const char *const *notes,
	enum list list, struct as_error *error)
{
	const size_t count = count_needs(pages, list);
	AS_AUTO_FREE struct need *needs = find_needs(pages, count, list);

	if (!needs)
		return as_error_no_memory(error);
	fputs("<ul class=\"needs\">", out);
	for (; notes && *notes; notes++) {
		fputs("<li><p>", out);
		write_text(out, *notes);
		fputs("</p></li>", out);
	}
	for (size_t i = 0, size; i < count; i += size) {
		size = needs[i].count;
		write_group(pages, out, &needs[i], size);
	}
	fputs("</ul>", out);
	return 0;
}

static int write_section(const struct as_pages *pages, FILE *out, enum list list, const char *id,
	const char *title, struct as_error *error)
{
	if (count_needs(pages, list) == 0)
		return 0;
	fprintf(out, "<h2 id=\"%s\">%s</h2><div class=\"card\">", id, title);
	if (write_list(pages, out, NULL, list, error))
		return -1;
	fputs("</div>", out);
	return 0;
}

/* Marking by hand is work that was planned: it is folded, so that decisions stand out. */
static int write_unmarked(const struct as_pages *pages, FILE *out, struct as_error *error)
{
	const size_t count = count_needs(pages, LIST_UNMARKED);

	if (count == 0)
		return 0;
	fprintf(out,
		"<details class=\"card remarks\" id=\"unmarked\"><summary>%zu %s for manual marks"
		"</summary>",
		count, count == 1 ? "student waits" : "students wait");
	if (write_list(pages, out, NULL, LIST_UNMARKED, error))
		return -1;
	fputs("</details>", out);
	return 0;
}

/* Remarks that require no action are folded. */
static int write_remarks(
	const struct as_pages *pages, FILE *out, const char *const *remarks, struct as_error *error)
{
	if (count_needs(pages, LIST_AWAITED) == 0 && (!remarks || !*remarks))
		return 0;
	fputs("<details class=\"card remarks\"><summary>For your information</summary>", out);
	if (write_list(pages, out, remarks, LIST_AWAITED, error))
		return -1;
	fputs("</details>", out);
	return 0;
}

int as_teacher_write_needs(const struct as_pages *pages, FILE *out, const char *const *notes,
	const char *const *remarks, struct as_error *error)
{
	fputs("<h2 id=\"needs\">Needs a decision</h2><div class=\"card\">", out);
	if (count_needs(pages, LIST_NEEDS) == 0 && (!notes || !*notes))
		fputs("<div class=\"none-found\">Nothing.</div>", out);
	else if (write_list(pages, out, notes, LIST_NEEDS, error))
		return -1;
	fputs("</div>", out);
	return write_section(pages, out, LIST_LOOKS, "looks", "Deserves a look", error) ||
			       write_section(
				       pages, out, LIST_FAILS, "fails", "Does not run", error) ||
			       write_unmarked(pages, out, error) ||
			       write_remarks(pages, out, remarks, error)
		       ? -1
		       : 0;
}
