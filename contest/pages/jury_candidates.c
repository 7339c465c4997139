/* SPDX-License-Identifier: MIT */
/* Uploaded packages: their changes, the report of verify, and the forms. */
#include "packages.h"

static const char *label_of(const struct as_contest_visit *visit, size_t problem)
{
	return page_contest(visit)->problems[problem].label;
}

static void write_archive(FILE *out, const struct as_contest_visit *visit, size_t problem,
	const char *archive, const char *text)
{
	fputs("<a class=\"download\" href=\"", out);
	page_address(
		out, visit->base, "/jury/problems/", page_contest(visit)->problems[problem].id);
	fprintf(out, "/archives/%s\">%s</a>", archive, text);
}

static void write_said(FILE *out, const char *text)
{
	as_html_untrusted(out, text, strlen(text), 700, AS_HTML_LINE);
}

static void write_list(FILE *out, char **texts)
{
	fputs("<ul>", out);
	for (; texts && *texts; texts++) {
		fputs("<li>", out);
		write_said(out, *texts);
		fputs("</li>", out);
	}
	fputs("</ul>", out);
}

/* ---- the version in use ---- */

void page_package_upload(FILE *out, const struct as_contest_visit *visit, size_t problem,
	const struct as_contest_package_view *view)
{
	const struct as_contest_version *version = as_contest_log_version(visit->log, problem);

	if (!*version->archive)
		return;
	fputs("<p>Uploaded as ", out);
	write_said(out, version->name);
	fputs(". ", out);
	write_archive(out, visit, problem, version->archive, "Download");
	fputs(strcmp(view->folder, version->digest) == 0
			? " The folder has a package that judges in the same way.</p>"
			: " The folder of the contest is not changed: put this package there. "
			  "Until then the upload also stays in use when the server starts "
			  "again.</p>",
		out);
}

/* ---- a candidate ---- */

static void write_facts(FILE *out, const struct as_contest_visit *visit, size_t problem,
	const struct as_contest_candidate *candidate)
{
	fputs("<ul class=\"facts\"><li>", out);
	write_said(out, candidate->name ? candidate->name : "");
	fputs("</li><li>", out);
	as_html_bytes(out, candidate->bytes);
	fprintf(out, "</li><li><code title=\"%s\">%.12s</code></li><li>", candidate->package,
		candidate->package);
	if (candidate->account != AS_CONTEST_NONE) {
		fputs("Uploaded by ", out);
		as_html_name(out, as_contest_log_account(visit->log, candidate->account)->username);
		fputs(" ", out);
	}
	page_moment(out, candidate->wall_ms);
	fputs("</li><li>", out);
	write_archive(out, visit, problem, candidate->archive, "Download");
	fputs("</li></ul>", out);
}

static void write_changes(FILE *out, const struct as_contest_visit *visit, size_t problem,
	const struct as_contest_candidate *candidate)
{
	const char *used = as_contest_log_version(visit->log, problem)->digest;

	fputs("<h3>Changes</h3>", out);
	if (strcmp(candidate->against, used) != 0)
		fprintf(out,
			"<p class=\"notice info\">Compared with version <code>%.12s</code>, which "
			"is not in use any more.</p>",
			candidate->against);
	write_list(out, candidate->changes);
}

static void write_check(FILE *out, const struct as_contest_visit *visit, size_t problem,
	const struct as_contest_candidate *candidate, const struct as_contest_package_view *view)
{
	fputs("<h3>Report of assay verify</h3>", out);
	if (!candidate->is_checked) {
		fputs("<p role=\"status\">", out);
		if (view->is_verifying && view->total)
			fprintf(out, "Verification: %" PRIu64 " of %" PRIu64 " steps.",
				view->done < view->total ? view->done : view->total, view->total);
		else
			fputs(view->is_verifying ? "Being verified." : "Waiting for verification.",
				out);
		fputs(" New submissions are judged first: each waits at most for runs that have "
		      "begun.</p>",
			out);
		return;
	}
	fprintf(out, "<p><span class=\"chip\">%s</span> ",
		candidate->is_ok ? "verified" : "has errors");
	write_said(out, candidate->conclusion ? candidate->conclusion : "");
	fputs("</p>", out);
	write_list(out, candidate->findings);
	if (!*candidate->report)
		return;
	fputs("<p><a href=\"", out);
	page_address(
		out, visit->base, "/jury/problems/", page_contest(visit)->problems[problem].id);
	fputs("/report\">The whole report</a></p>", out);
}

static void write_decision(FILE *out, const struct as_contest_visit *visit, size_t problem,
	int64_t event, const char *action, bool must_ask, const char *kind, const char *button)
{
	AS_AUTO_FREE char *path = as_text_format(
		NULL, "/jury/problems/%s/candidate", page_contest(visit)->problems[problem].id);

	page_form(out, visit, path ? path : "/jury/problems", "");
	fprintf(out,
		"<input type=\"hidden\" name=\"candidate\" value=\"%" PRId64 "\">"
		"<input type=\"hidden\" name=\"action\" value=\"%s\">",
		event, action);
	if (must_ask)
		fputs("<label class=\"check\"><input type=\"checkbox\" name=\"sure\" value=\"1\" "
		      "required> I am sure</label>",
			out);
	fprintf(out, "<button%s>%s</button></form>", kind, button);
}

static void write_candidate(FILE *out, const struct as_contest_visit *visit, size_t problem,
	const struct as_contest_package_view *view)
{
	const struct as_contest_candidate *candidate =
		as_contest_log_candidate(visit->log, problem);
	const bool is_final = as_contest_log_state(visit->log)->finalized_wall_ms != AS_NEVER_MS;

	fputs("<h2>Uploaded for problem ", out);
	as_html_name(out, label_of(visit, problem));
	fputs("</h2><section class=\"card\">", out);
	write_facts(out, visit, problem, candidate);
	write_changes(out, visit, problem, candidate);
	write_check(out, visit, problem, candidate, view);
	if (page_may_judge(visit)) {
		fputs("<p>Once the package is in use, new and waiting submissions are judged with "
		      "it. Verdicts "
		      "stay until you judge their submissions again.</p><div class=\"actions\">",
			out);
		write_decision(out, visit, problem, candidate->event, "take",
			is_final || !candidate->is_ok, " class=\"grave\"",
			"Use the uploaded package");
		write_decision(out, visit, problem, candidate->event, "discard", true,
			" class=\"plain\"", "Discard it");
		fputs("</div>", out);
	}
	fputs("</section>", out);
}

void page_candidates(FILE *out, const struct as_contest_visit *visit,
	const struct as_contest_package_view *views)
{
	for (size_t i = 0; i < page_contest(visit)->problem_count; i++)
		if (as_contest_log_candidate(visit->log, i)->event)
			write_candidate(out, visit, i, &views[i]);
}

/* ---- the form ---- */

void page_upload_form(FILE *out, const struct as_contest_visit *visit)
{
	if (!page_may_judge(visit) || page_contest(visit)->problem_count == 0)
		return;
	fputs("<h2>Upload a package</h2>", out);
	page_form(out, visit, "/jury/problems/upload",
		" class=\"card\" enctype=\"multipart/form-data\"");
	fputs("<p>A zip archive of at most 128 MB. The package is compared with the version in use "
	      "and verified, and is used only after you confirm it. The folder of the contest is "
	      "not "
	      "changed.</p><label class=\"field\"><span>Problem</span><select name=\"problem\" "
	      "required><option value=\"\">Choose a problem</option>",
		out);
	for (size_t i = 0; i < page_contest(visit)->problem_count; i++) {
		fputs("<option value=\"", out);
		page_attribute(out, page_contest(visit)->problems[i].id);
		fputs("\">", out);
		page_attribute(out, label_of(visit, i));
		fputs("</option>", out);
	}
	fputs("</select></label><label class=\"field\"><span>Package</span><input type=\"file\" "
	      "name=\"package\" required></label><div class=\"actions\">"
	      "<button>Upload</button></div></form>",
		out);
}
