/* SPDX-License-Identifier: MIT */
/* The packages of the problems: the version in use, and what is in the folder now. */
#include "editorial.h"
#include "packages.h"

static bool is_changed(const struct as_contest_package_view *view)
{
	return strcmp(view->folder, view->used) != 0;
}

static void write_digest(FILE *out, const char *digest)
{
	fprintf(out, "<code title=\"%s\">%.12s</code>", digest, digest);
}

static void write_since(FILE *out, const struct as_contest_visit *visit, size_t problem)
{
	const struct as_contest_version *version = as_contest_log_version(visit->log, problem);

	if (!*version->digest)
		return;
	page_moment(out, version->wall_ms);
	if (version->account == AS_CONTEST_NONE)
		return;
	fputs(" <small>by ", out);
	as_html_name(out, as_contest_log_account(visit->log, version->account)->username);
	fputs("</small>", out);
}

static void write_folder(FILE *out, const struct as_contest_package_view *view)
{
	if (!*view->folder) {
		fputs("<span class=\"chip\">cannot be used</span> ", out);
		as_html_untrusted(
			out, view->why, strlen(view->why), sizeof view->why, AS_HTML_LINE);
	} else if (is_changed(view)) {
		fputs("<span class=\"chip\">changed</span> ", out);
		write_digest(out, view->folder);
	} else {
		fputs("unchanged", out);
	}
	if (*view->warning) {
		fputs("<p class=\"notice error\">Warning: ", out);
		as_html_untrusted(out, view->warning, strlen(view->warning), sizeof view->warning,
			AS_HTML_LINE);
		fputs("</p>", out);
	}
}

static void write_button(FILE *out, const struct as_contest_visit *visit, const char *id,
	const struct as_contest_package_view *view)
{
	AS_AUTO_FREE char *path = as_text_format(NULL, "/jury/problems/%s/take", id);

	if (!page_may_judge(visit) || !path)
		return;
	page_form(out, visit, path, "");
	page_sure_final(out, visit);
	fprintf(out, "<button%s>%s</button></form>",
		is_changed(view) && !view->is_upload ? "" : " class=\"plain\"",
		view->is_upload    ? "Use the package of the folder"
		: is_changed(view) ? "Use the new version"
				   : "Read the files again");
}

static void write_problem(FILE *out, const struct as_contest_visit *visit, size_t index,
	const struct as_contest_package_view *view)
{
	const struct as_contest_problem *problem = &page_contest(visit)->problems[index];

	fputs("<tr><th scope=\"row\">", out);
	page_problem_link(out, visit, index);
	fputs("</th><td>", out);
	write_digest(out, view->used);
	fputs("</td><td>", out);
	write_since(out, visit, index);
	fputs("</td><td class=\"remarks\">", out);
	page_package_upload(out, visit, index, view);
	write_folder(out, view);
	fputs("</td><td>", out);
	write_button(out, visit, problem->id, view);
	fputs("</td></tr>\n", out);
}

void as_contest_page_jury_problems(FILE *out, const struct as_contest_visit *visit,
	const struct as_contest_package_view *views)
{
	page_begin(out, visit,
		&(struct page_frame){.place = PAGE_JURY_PROBLEMS,
			.title = "Packages",
			.is_wide = true,
			.is_live = true});
	fputs("<p class=\"sub\">New submissions and rejudgings are judged with the version in "
	      "use. If the files of a package have changed, the new version is read and its "
	      "programs are compiled before it is used; submissions that wait are then judged with "
	      "that version. Submissions with a verdict keep the verdict until you judge them "
	      "again.</p>",
		out);
	page_jury_earlier(out, visit);
	page_live_begin(out, "packages", 3);
	as_html_table(out, "list", "Problem|Version in use|Since|In the folder|\n");
	for (size_t i = 0; i < page_contest(visit)->problem_count; i++)
		write_problem(out, visit, i, &views[i]);
	fputs("</tbody></table></div>", out);
	page_candidates(out, visit, views);
	page_live_end(out);
	page_upload_form(out, visit);
	page_editorials_form(out, visit);
	page_end(out, visit);
}
