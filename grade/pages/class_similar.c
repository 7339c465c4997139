/* SPDX-License-Identifier: MIT */
/* Similar sources on the teacher's page: equal programs, passages that many have, pairs, and what
 * was not compared or does not count. */
#include "state.h"

#define SHORT " <small>short without given code: may be chance</small>"

#include <string.h>

static void write_link(const struct as_pages *pages, FILE *out, size_t person)
{
	fputs("<a href=\"people/", out);
	as_html_address(out, pages->people[person].key);
	fputs(".html\">", out);
	as_page_write_person_name(out, &pages->people[person]);
	fputs("</a>", out);
}

static void write_package(const struct as_pages *pages, FILE *out, size_t package)
{
	fputs("<td>", out);
	as_html_name(out, as_page_package_title(pages, package));
	fputs("</td>", out);
}

static void begin_table(FILE *out, const char *label, const char *columns)
{
	fprintf(out,
		"<div class=\"card scroll tall\" tabindex=\"0\" role=\"region\" "
		"aria-label=\"%s\"><table class=\"list pairs\"><thead><tr>%s</tr></thead>"
		"<tbody>",
		label, columns);
}

static void end_table(FILE *out)
{
	fputs("</tbody></table></div>", out);
}

/* ---- what several people share ---- */

static void write_sharers(
	const struct as_pages *pages, FILE *out, const struct as_written_shared *shared)
{
	fputs("<td class=\"sharers\">", out);
	for (size_t i = 0; i < shared->count; i++) {
		fputs(i ? ", " : "", out);
		write_link(pages, out, shared->sharers[i].person);
		if (!shared->is_equal)
			fprintf(out, " %d %%",
				as_page_percent(shared->sharers[i].share_e4, AS_PAGE_SHARE_E4));
	}
	fputs("</td>", out);
}

static void write_shared(
	const struct as_pages *pages, FILE *out, const struct as_written_shared *shared)
{
	fputs("<tr>", out);
	write_sharers(pages, out, shared);
	fprintf(out, "<td class=\"number\">%zu</td>", shared->count);
	if (shared->is_equal)
		fprintf(out, "<td class=\"number\">%u%s</td>", shared->line_count,
			shared->is_short ? SHORT : "");
	write_package(pages, out, shared->package);
	fprintf(out, "<td><a href=\"pairs/%s.html\">see</a></td></tr>", shared->key);
}

static size_t count_shared(const struct as_pages *pages, bool is_equal)
{
	size_t count = 0;

	for (size_t i = 0; i < pages->shared_count; i++)
		count += pages->shared[i].is_equal == is_equal;
	return count;
}

static void write_all_shared(const struct as_pages *pages, FILE *out, bool is_equal)
{
	if (count_shared(pages, is_equal) == 0)
		return;
	fputs(is_equal ? "<h3>Equal programs</h3><p class=\"sub\">Names, numbers, texts, comments, "
			 "white space, and the order of files and functions make no difference. "
			 "In languages other than C, C++, Java and Python, only comments and white "
			 "space make no difference.</p>"
		       : "<h3>Passages that many have</h3><p class=\"sub\">Parts of them are in "
			 "more "
			 "than ten programs, and in more than a quarter of all, so they do not "
			 "count "
			 "in pairs. A percentage is the share of that program that they make "
			 "up.</p>",
		out);
	begin_table(out, is_equal ? "Equal programs" : "Passages that many have",
		is_equal ? "<th scope=\"col\">Students</th><th scope=\"col\" class=\"number\">"
			   "Number</th><th scope=\"col\" class=\"number\">Lines</th>"
			   "<th scope=\"col\">Package</th><th scope=\"col\">Sources</th>"
			 : "<th scope=\"col\">Students, and part</th><th scope=\"col\" "
			   "class=\"number\">Number</th><th scope=\"col\">Package</th>"
			   "<th scope=\"col\">Sources</th>");
	for (size_t i = 0; i < pages->shared_count; i++)
		if (pages->shared[i].is_equal == is_equal)
			write_shared(pages, out, &pages->shared[i]);
	end_table(out);
}

/* ---- pairs ---- */

static int compare_pairs(const void *left, const void *right)
{
	const struct as_written_pair *a = left, *b = right;
	const int64_t max_a = a->left_e4 > a->right_e4 ? a->left_e4 : a->right_e4;
	const int64_t max_b = b->left_e4 > b->right_e4 ? b->left_e4 : b->right_e4;

	if (max_a != max_b)
		return max_a < max_b ? 1 : -1;
	if (a->left_e4 + a->right_e4 != b->left_e4 + b->right_e4)
		return a->left_e4 + a->right_e4 < b->left_e4 + b->right_e4 ? 1 : -1;
	return strcmp(a->key, b->key);
}

/* The number of other people with the same program. */
static size_t count_others(const struct as_pages *pages, size_t person, size_t package)
{
	for (size_t i = 0; i < pages->shared_count; i++) {
		const struct as_written_shared *shared = &pages->shared[i];
		if (!shared->is_equal || shared->package != package)
			continue;
		for (size_t s = 0; s < shared->count; s++)
			if (shared->sharers[s].person == person)
				return shared->count - 1;
	}
	return 0;
}

static void write_side(
	const struct as_pages *pages, FILE *out, size_t person, size_t package, int64_t share_e4)
{
	const size_t others = count_others(pages, person, package);

	fputs("<td>", out);
	write_link(pages, out, person);
	if (others)
		fprintf(out, " <small>and %zu with an equal program</small>", others);
	fprintf(out, "</td><td class=\"number\">%d %%</td>",
		as_page_percent(share_e4, AS_PAGE_SHARE_E4));
}

static void write_pairs(struct as_pages *pages, FILE *out)
{
	if (pages->pair_count == 0)
		return;
	qsort(pages->pairs, pages->pair_count, sizeof(*pages->pairs), compare_pairs);
	fputs("<h3>Pairs</h3><p class=\"sub\">A percentage is the share of that program that is "
	      "also in the other.</p>",
		out);
	begin_table(out, "Similar sources",
		"<th scope=\"col\">Person</th><th scope=\"col\" class=\"number\">Part</th>"
		"<th scope=\"col\">Person</th><th scope=\"col\" class=\"number\">Part</th>"
		"<th scope=\"col\">Package</th><th scope=\"col\">Sources</th>");
	for (size_t i = 0; i < pages->pair_count; i++) {
		const struct as_written_pair *pair = &pages->pairs[i];
		fputs("<tr>", out);
		write_side(pages, out, pair->left, pair->package, pair->left_e4);
		write_side(pages, out, pair->right, pair->package, pair->right_e4);
		write_package(pages, out, pair->package);
		fprintf(out, "<td><a href=\"pairs/%s.html\">compare</a>%s</td></tr>", pair->key,
			pair->is_short ? SHORT : "");
	}
	end_table(out);
}

/* ---- all ---- */

static void write_omissions(const struct as_pages *pages, FILE *out)
{
	if (!pages->omissions)
		return;
	fputs("<p>Not compared, or not counted:</p><ul class=\"notes\">", out);
	for (char *const *text = pages->omissions; *text; text++) {
		fputs("<li>", out);
		as_html_untrusted(out, *text, strlen(*text), 1000, AS_HTML_LINE);
		fputs("</li>", out);
	}
	fputs("</ul>", out);
}

void as_teacher_write_similar(struct as_pages *pages, FILE *out)
{
	const bool is_found = pages->pair_count || pages->shared_count;

	fputs("<h2 id=\"pairs\">Similar sources</h2>", out);
	if (is_found)
		fputs("<p class=\"sub\">Similar does not mean copied: look at the sources.</p>",
			out);
	else
		fprintf(out, "<div class=\"card none-found\">%s</div>",
			!pages->omissions ? "No similar pairs."
			: pages->is_compared
				? "Nothing similar was found in the code that was compared."
				: "Nothing was compared.");
	write_all_shared(pages, out, true);
	write_all_shared(pages, out, false);
	write_pairs(pages, out);
	write_omissions(pages, out);
}
