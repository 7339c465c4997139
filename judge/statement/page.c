/* SPDX-License-Identifier: MIT */
/* Limits and samples as HTML, and the page of a statement. The page has no script: formulas that
 * tex.c does not know remain as the author wrote them. */
#include "statement.h"

#include <math.h>
#include <string.h>

/* Without a limit of its own, a package has this one until `assay verify` computes it. */
#define USUAL_TIME_LIMIT_NS INT64_C(2000000000)

static const char style[] = AS_HTML_STYLE_BASE
	"main{max-width:900px}h1{margin-bottom:14px}h3{font-size:.95rem;margin:0 0 6px}"
	".facts{list-style:none;display:flex;flex-wrap:wrap;gap:6px 22px;padding:0;"
	"margin:0 0 14px;color:var(--dim)}.facts b{color:var(--ink)}"
	".statement,.example{background:var(--card);border:1px solid var(--line);"
	"border-radius:10px}.statement{padding:8px 24px 14px;overflow-wrap:break-word}"
	".statement img{max-width:100%;height:auto}.statement "
	"table{border-collapse:collapse;margin-bottom:1em}"
	".statement th,.statement td{border-bottom:1px solid var(--line);padding:4px 14px;"
	"text-align:left}.statement .right{text-align:right}.statement .center{text-align:center}"
	".scroll{overflow-x:auto}"
	".tex{font-family:'Latin Modern Math','STIX Two Math','Cambria Math','DejaVu Serif',"
	"Georgia,serif;white-space:nowrap}.tex sup,.tex sub{font-size:.72em;line-height:0}"
	".tex.source{font:.9em ui-monospace,'DejaVu Sans Mono',Menlo,Consolas,monospace;"
	"white-space:normal}.tex.display{display:block;text-align:center;margin:14px "
	"0;overflow-x:auto}"
	"pre{margin:0;padding:10px 14px;background:var(--soft);border-radius:8px;overflow:auto;"
	"tab-size:8;font:.9em/1.45 ui-monospace,'DejaVu Sans Mono',Menlo,Consolas,monospace}"
	":not(pre)>code{background:var(--soft);border-radius:4px;padding:1px 5px}"
	".sample{display:grid;grid-template-columns:repeat(auto-fit,minmax(min(300px,100%),1fr));"
	"gap:14px;margin:0 0 14px}.example{padding:12px 14px;min-width:0}"
	".example h3{color:var(--dim);font-weight:500}.sub,.cut{color:var(--dim)}"
	".cut{font-size:.85rem;font-style:italic}.raw{color:var(--crash);"
	"background:var(--crash-bg);border-radius:3px;font-size:.85em;padding:0 2px}"
	"@media print{:root{color-scheme:light;--bg:#fff;--card:#fff;--ink:#000;--dim:#444;"
	"--line:#bbb;--soft:#f2f2f2;--crash:#000;--crash-bg:#eee}main{max-width:none;padding:0}"
	".statement{border:0;padding:0}"
	".scroll,pre,.tex.display{overflow:visible}pre{white-space:pre-wrap;"
	"overflow-wrap:anywhere}tr,.example,img{break-inside:avoid}h1,h2,h3{break-after:avoid}}"
	"@page{margin:2cm}";

/* ---- points and limits ---- */

static bool is_subtask(const struct as_group *group)
{
	return strncmp(group->name, "secret/", 7) == 0 && !strchr(group->name + 7, '/');
}

/* "(40 + 60)" */
static void write_sum(FILE *out, const struct as_package *package, double points)
{
	double sum = 0;
	size_t count = 0;

	for (size_t i = 0; i < package->group_count; i++) {
		count += is_subtask(&package->groups[i]);
		sum += is_subtask(&package->groups[i]) ? package->groups[i].max_score : 0;
	}
	if (count < 2 || fabs(sum - points) > 1e-6)
		return;
	const char *before = " <small>(";
	for (size_t i = 0; i < package->group_count; i++) {
		if (!is_subtask(&package->groups[i]))
			continue;
		fprintf(out, "%s%s", before, AS_NUMBER(package->groups[i].max_score));
		before = " + ";
	}
	fputs(")</small>", out);
}

void as_statement_write_points(FILE *out, const struct as_package *package, double points)
{
	const bool is_limited = isfinite(points);

	fprintf(out, "<li>Points <b>%s</b>", is_limited ? AS_NUMBER(points) : "unlimited");
	if (package->scoring && is_limited)
		write_sum(out, package, points);
	fputs("</li>", out);
}

void as_statement_write_limits(FILE *out, const struct as_package *package)
{
	fputs("<li>Time limit <b>", out);
	as_html_time(out, package->limits.has_time_limit ? package->limits.time_limit_ns
							 : USUAL_TIME_LIMIT_NS);
	fputs("</b></li><li>Memory limit <b>", out);
	as_html_bytes(out, package->limits.memory_bytes);
	fputs("</b></li>", out);
	if (package->interactive)
		fputs("<li><b>Interactive</b></li>", out);
	if (package->multi_pass)
		fputs("<li><b>Several passes</b></li>", out);
	if (package->submit_answer)
		fputs("<li><b>Submit the outputs</b></li>", out);
}

/* ---- samples ---- */

/* Several samples are numbered, so that people can refer to them. */
static void write_example(
	FILE *out, const char *heading, const char *number, const struct as_bytes *text)
{
	fprintf(out,
		"<div class=\"example\"><h3>%s%s <button type=\"button\" class=\"copy\" "
		"hidden>Copy</button></h3><pre tabindex=\"0\">",
		heading, number);
	as_html_untrusted(out, text->data ? text->data : "", text->size, SIZE_MAX, AS_HTML_BLOCK);
	fputs("</pre></div>", out);
}

void as_statement_write_samples(FILE *out, const struct as_statement *statement)
{
	if (statement->sample_count > 0)
		fputs("<h2>Samples</h2>", out);
	for (size_t i = 0; i < statement->sample_count; i++) {
		const struct as_statement_sample *sample = &statement->samples[i];
		char number[24] = "";
		if (statement->sample_count > 1)
			snprintf(number, sizeof number, " %zu", i + 1);
		fputs("<section class=\"sample\">", out);
		if (sample->interaction.data) {
			write_example(out, "Sample interaction", number, &sample->interaction);
		} else {
			write_example(out, "Sample input", number, &sample->input);
			write_example(out, "Sample output", number, &sample->answer);
		}
		if (sample->is_cut)
			fputs("<p class=\"cut\">This sample is too large to be shown whole.</p>",
				out);
		fputs("</section>", out);
	}
}

/* ---- the page ---- */

/* Files are named only: the page does not contain them. */
static void write_names(FILE *out, const struct as_statement *statement,
	enum as_statement_file_kind kind, const char *heading)
{
	bool is_begun = false;

	for (size_t i = 0; i < statement->file_count; i++) {
		if (statement->files[i].kind != kind)
			continue;
		if (!is_begun)
			fprintf(out, "<h2>%s</h2><p class=\"sub\">Not a part of this page:</p><ul>",
				heading);
		is_begun = true;
		fputs("<li>", out);
		as_html_name(out, statement->files[i].name);
		fputs("</li>", out);
	}
	if (is_begun)
		fputs("</ul>", out);
}

static const char *find_title(const struct as_statement *statement)
{
	const char *title = statement->language
				    ? json_string_value(json_object_get(
					      statement->package->titles, statement->language))
				    : NULL;

	return title ? title : statement->package->title;
}

static void write_page(FILE *out, const struct as_statement *statement)
{
	const char *title = find_title(statement);
	const struct as_group *total = as_package_total(statement->package);
	const struct as_html_page page = {.title = title,
		.style = style,
		.language = statement->language,
		.has_pictures = true};

	as_html_begin(out, &page);
	fputs("<main><h1>", out);
	as_html_name(out, title);
	fputs("</h1><ul class=\"facts\">", out);
	if (statement->package->scoring && total)
		as_statement_write_points(out, statement->package, total->max_score);
	as_statement_write_limits(out, statement->package);
	fputs("</ul>", out);
	if (statement->html.data) {
		fputs("<article class=\"statement\">", out);
		/* Trusted: the renderers made this HTML. */
		fwrite(statement->html.data, 1, statement->html.size, out);
		fputs("</article>", out);
	}
	write_names(out, statement, AS_STATEMENT_STATEMENT, "Statement");
	as_statement_write_samples(out, statement);
	write_names(out, statement, AS_STATEMENT_ATTACHMENT, "Attachments");
	fputs("</main>", out);
	as_html_end(out, &page);
}

char *as_statement_page(const struct as_statement *statement, struct as_error *error)
{
	char *text = NULL;
	size_t size;
	FILE *out = open_memstream(&text, &size);

	if (!out) {
		as_error_no_memory(error);
		return NULL;
	}
	write_page(out, statement);
	return as_text_close(out, &text, error);
}
