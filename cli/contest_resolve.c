/* SPDX-License-Identifier: MIT */
/* assay contest resolve: writes the ceremony of a contest as a page in one file. */
#include "contest.h"

#include <assay/contest/export.h>
#include <assay/contest/pages.h>
#include <assay/html.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

struct options {
	const char *path;
	const char *html;
	const char *store; /* NULL: contest.db of the folder */
};

#define AT(member) .place = offsetof(struct options, member)
static const struct cli_option options_of_resolve[] = {
	{"html", 0, "FILE", "the page to write", cli_text, AT(html), .is_needed = true},
	{"store", 0, "URL", "the store of the contest (default: contest.db in DIR)", cli_url,
		AT(store)},
	{0},
};

static const struct cli_verb resolve_verb = {.options = options_of_resolve,
	.arguments = "DIR|EXPORT --html FILE",
	.about = "Writes the ceremony of a contest that is over as an HTML page that needs no "
		 "network: it resolves the frozen board step by step. DIR is the contest's folder, "
		 "EXPORT an export of it. The page contains all results.",
	.words = {{"DIR|EXPORT", AT(path)}}};

static bool has_file(const char *folder, const char *name)
{
	AS_AUTO_FREE char *path = as_text_format(NULL, "%s/%s", folder, name);

	return path && access(path, F_OK) == 0;
}

/* An archive, or a folder with the document. An export that was served as a contest has newer
 * results in its store. */
static bool is_export(const struct options *options)
{
	struct stat status;

	if (options->store)
		return false;
	return (stat(options->path, &status) == 0 && S_ISREG(status.st_mode)) ||
	       (has_file(options->path, "ceremony.json") && !has_file(options->path, "contest.db"));
}

static char *make_document(const struct options *options, struct as_findings *notes,
	const struct as_contest *contest, struct as_store *store, struct as_error *error)
{
	struct as_languages *languages = as_languages_open(NULL, error);
	const struct as_contest_export_config config = {.contest = contest,
		.store = store,
		.languages = languages,
		.version = ASSAY_VERSION,
		.cancel = &cli_cancelled};
	char *document = languages ? as_contest_export_ceremony(&config, notes, error) : NULL;

	as_languages_close(languages);
	if (document)
		as_findings_fold(notes, contest_show_note, (void *)options->html);
	return document;
}

static char *document_of_folder(const struct options *options, struct as_error *error)
{
	AS_AUTO(as_findings_clear) struct as_findings notes = {0};
	AS_AUTO_CONTEST struct as_contest *contest = contest_open(options->path, false, error);

	if (!contest || as_contest_require(contest, error))
		return NULL;
	struct as_store *store = contest_open_store(options->path, options->store, error);
	if (!store && error->kind == AS_ERROR_NONE)
		as_error_at(error, AS_ERROR_INPUT, options->path, 0, 0,
			"the contest was never served: there are no results; serve it with 'assay "
			"serve %s', or give its store with --store",
			options->path);
	char *document = store ? make_document(options, &notes, contest, store, error) : NULL;
	as_store_close(store);
	return document;
}

static char *make_page(const char *document, struct as_error *error)
{
	AS_AUTO_JSON json_t *root = json_loads(document, 0, NULL);
	const char *name = json_string_value(json_object_get(root, "contest"));
	AS_AUTO_FREE char *title = as_text_format(error, "Ceremony: %s", name ? name : "");
	char *text = NULL;
	size_t size;
	FILE *out = title ? open_memstream(&text, &size) : NULL;

	if (!out) {
		as_error_no_memory(error);
		return NULL;
	}
	as_contest_ceremony_file(out, title, document);
	return as_text_close(out, &text, error);
}

/* The results may still be secret. */
static int write_page(const char *path, const char *document, struct as_error *error)
{
	AS_AUTO_FREE char *page = make_page(document, error);

	return page ? as_file_write(AT_FDCWD, path, page, strlen(page), 0600, error) : -1;
}

int contest_resolve(int argc, char **argv)
{
	struct options options = {0};
	struct as_error error = {0};
	const int refused = cli_parse(&resolve_verb, argc, argv, &options);

	if (refused)
		return refused;
	cli_catch_signals();
	if (cli_page_check(options.html, &error))
		return contest_fail(&error);
	AS_AUTO_FREE char *document = is_export(&options)
					      ? as_contest_ceremony_read(options.path, &error)
					      : document_of_folder(&options, &error);
	if (!document || write_page(options.html, document, &error))
		return contest_fail(&error);
	printf("%s: open it in a browser; ? shows the keys\n", options.html);
	return cli_finish(0);
}
