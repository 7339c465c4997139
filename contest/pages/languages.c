/* SPDX-License-Identifier: MIT */
/* The page of languages: versions, commands, limits. */
#include "problems.h"

#define SCRIPT_BYTES 100

/* ---- commands ---- */

/* A word of a command for readers: files of the sandbox have the names of the submission's. */
static void write_word(FILE *out, const char *word)
{
	static const struct {
		const char *mark, *shown;
	} marks[] = {{"/program/", ""}, {"/box/", ""}, {"/program", "."}, {"/box", "."},
		{"{main}", "MAIN"}, {"{entry}", "MAIN"}, {"{sources}", "FILES"}};
	const size_t count = sizeof marks / sizeof *marks;
	const bool has_blanks = strpbrk(word, " ()") != NULL;

	fputs(has_blanks ? "'" : "", out);
	while (*word) {
		size_t i = 0;
		while (i < count && strncmp(word, marks[i].mark, strlen(marks[i].mark)) != 0)
			i++;
		if (i < count)
			fputs(marks[i].shown, out);
		else
			as_html_untrusted(out, word, 1, 1, AS_HTML_LINE);
		word += i < count ? strlen(marks[i].mark) : 1;
	}
	fputs(has_blanks ? "'" : "", out);
}

/* True if a word is a script of the table, such as one that checks the syntax: only the tool is
 * shown. */
static bool has_script(const char *const *words)
{
	while (*words && strlen(*words) <= SCRIPT_BYTES)
		words++;
	return *words != NULL;
}

static void write_command(
	FILE *out, const struct as_language *language, const struct as_language_command *command)
{
	fputs("<td>", out);
	if (command->words && command->words[0]) {
		const char *const *words = as_language_tool_words(language, command);
		const bool is_tool = words == language->tools || has_script(words);
		fputs("<code>", out);
		for (size_t i = 0; words[i] && (i == 0 || !is_tool); i++) {
			if (as_language_adds_words(words[i]))
				continue;
			fputs(i > 0 ? " " : "", out);
			write_word(out, words[i]);
		}
		fputs("</code>", out);
	}
	fputs("</td>", out);
}

/* ---- the table ---- */

static void write_version(
	FILE *out, const struct as_language_state *states, const struct as_language *language)
{
	while (states && states->id && strcmp(states->id, language->id) != 0)
		states++;
	fputs("<td>", out);
	if (states && states->version)
		as_html_name(out, states->version);
	else
		fputs(PAGE_DASH, out);
	fputs("</td>", out);
}

static void write_row(
	FILE *out, const struct as_language_state *states, const struct as_language *language)
{
	const char *const *endings = language->files.extensions[0] || !language->head
					     ? language->files.extensions
					     : language->head->files.extensions;

	fputs("<tr><th scope=\"row\">", out);
	as_html_name(out, language->name);
	fputs("</th>", out);
	write_version(out, states, language);
	fputs("<td>", out);
	for (size_t i = 0; endings[i]; i++) {
		fputs(i > 0 ? " <code>" : "<code>", out);
		as_html_text(out, endings[i]);
		fputs("</code>", out);
	}
	fputs("</td>", out);
	write_command(out, language, &language->compile);
	write_command(out, language, &language->run);
	fputs("</tr>", out);
}

void page_languages(
	FILE *out, const struct as_contest_visit *visit, const struct as_language_state *states)
{
	as_html_table(out, "list languages", "Language|Version|File endings|Compiled by|Run by");
	for (size_t i = 0; i < visit->languages->count; i++)
		if (page_offers(visit, AS_CONTEST_NONE, &visit->languages->items[i]))
			write_row(out, states, &visit->languages->items[i]);
	fputs("</tbody></table></div>", out);
	if (!states)
		fputs("<p class=\"sub\">The versions are being determined. Load the page again in "
		      "a minute.</p>",
			out);
	fputs("<p class=\"sub\"><code>FILES</code> are the files of a submission, "
	      "<code>MAIN</code> is the file or class that starts. Programs run without a "
	      "network, and see no files but their own and those of their language.</p>",
		out);
}

/* ---- limits ---- */

static void write_limits(FILE *out, const struct as_contest_visit *visit)
{
	const struct as_contest *contest = page_contest(visit);

	fputs("<h2>Limits</h2>", out);
	as_html_table(out, "list", "Problem|#Time|#Memory|#Output|#Source code|#Time to compile");
	for (size_t i = 0; i < contest->problem_count; i++) {
		const struct as_package *package = contest->problems[i].package;
		fputs("<tr><th scope=\"row\">", out);
		page_problem_link(out, visit, i);
		fputs("</th>", out);
		page_problem_limits(out, package);
		for (size_t k = 0; k < 2; k++) {
			fputs("<td class=\"number\">", out);
			if (package)
				as_html_bytes(out, k == 0 ? package->limits.output_bytes
							  : package->limits.code_bytes);
			fputs("</td>", out);
		}
		fputs("<td class=\"number\">", out);
		if (package)
			as_html_time(out, package->limits.compilation_time_ns);
		fputs("</td></tr>", out);
	}
	fputs("</tbody></table></div>", out);
}

void as_contest_page_languages(
	FILE *out, const struct as_contest_visit *visit, const struct as_language_state *states)
{
	page_begin(out, visit,
		&(struct page_frame){
			.place = PAGE_PROBLEMS, .title = "Languages", .is_wide = true});
	page_languages(out, visit, states);
	if (as_contest_visit_sees_problems(visit))
		write_limits(out, visit);
	page_end(out, visit);
}
