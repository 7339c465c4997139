/* SPDX-License-Identifier: MIT */
/*
 * Names that a judge must recognise: languages in problem.yaml, the folders of include/ and of
 * attachments/. Judges silently ignore misspelt names, and no other check finds them.
 */
#include "verify.h"

#include <assay/base/fit.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>

#define MAX_ENTRIES 1000000

static bool is_language(const struct as_verify *verify, const char *name)
{
	const struct as_language *language = as_languages_find(verify->settings->languages, name);

	return language && !language->is_hidden;
}

static const char *suggest(
	const struct as_verify *verify, const char *name, char hint[AS_SUGGESTION_SIZE])
{
	return as_languages_suggest(verify->settings->languages, name, hint);
}

static int report_language(struct as_verify *verify, const struct as_document *document,
	size_t index, struct as_error *error)
{
	const char *name = verify->package->languages[index];
	char hint[AS_SUGGESTION_SIZE], pointer[64], place[64] = "problem.yaml";
	unsigned line, column;

	snprintf(pointer, sizeof(pointer), "/languages/%zu", index);
	if (as_document_place(document, pointer, &line, &column))
		snprintf(place, sizeof(place), "problem.yaml:%u:%u", line, column);
	return as_findings_add(&verify->findings, AS_FINDING_WARNING, place, error,
		"languages: unknown language '%.*s'%s see assay languages", as_text_fit(name, 60),
		name, suggest(verify, name, hint));
}

static int check_languages(struct as_verify *verify, struct as_error *error)
{
	char **languages = verify->package->languages;
	AS_AUTO_DOCUMENT struct as_document document = {0};

	if (!languages)
		return 0;
	/* Needed only for places: without the document the finding names the key. */
	(void)!as_document_load(
		&document, verify->package->tree.fd, "problem.yaml", "problem.yaml", NULL);
	for (size_t i = 0; languages[i]; i++)
		if (!is_language(verify, languages[i]) &&
			report_language(verify, &document, i, error))
			return -1;
	return 0;
}

/* ---- folders of folders ---- */

/* 0: the name belongs there. */
typedef int judge_name(
	struct as_verify *verify, const char *path, const char *name, struct as_error *error);

static int each_folder(
	struct as_verify *verify, const char *path, judge_name *judge, struct as_error *error)
{
	AS_AUTO_FD int fd = as_dir_open(verify->package->tree.fd, path, NULL);
	AS_AUTO_NAMES char **names = fd < 0 ? NULL : as_dir_list(fd, MAX_ENTRIES, NULL);

	for (char **name = names; name && *name; name++) {
		struct stat status;
		AS_AUTO_FREE char *inner = as_text_format(error, "%s/%s", path, *name);
		if (!inner)
			return -1;
		if (as_package_is_name(*name) && fstatat(fd, *name, &status, 0) == 0 &&
			S_ISDIR(status.st_mode) && judge(verify, inner, *name, error))
			return -1;
	}
	return 0;
}

static int judge_include(
	struct as_verify *verify, const char *path, const char *name, struct as_error *error)
{
	char hint[AS_SUGGESTION_SIZE];

	if (is_language(verify, name) || strcmp(name, "default") == 0)
		return 0;
	return as_findings_add(&verify->findings, AS_FINDING_WARNING, path, error,
		"is ignored: unknown language '%.*s'%s see assay languages", as_text_fit(name, 60),
		name, suggest(verify, name, hint));
}

static int judge_attachment(
	struct as_verify *verify, const char *path, const char *name, struct as_error *error)
{
	if (strcmp(name, "templates") == 0)
		return 0;
	return as_findings_add(&verify->findings, AS_FINDING_WARNING, path, error,
		"folder not allowed here, because attachments/ may have no folder but templates; "
		"pack it into an archive");
}

static int report_shared(void *context, const char *path, const char *name, struct as_error *error)
{
	struct as_verify *verify = context;

	return as_findings_add(&verify->findings, AS_FINDING_INFO, path, error,
		"is a link to %s beside the package, which `assay export` copies", name);
}

int as_folders_check(struct as_verify *verify, struct as_error *error)
{
	if (as_shared_each(&verify->package->tree, report_shared, verify, error))
		return -1;
	if (check_languages(verify, error) || each_folder(verify, "include", judge_include, error))
		return -1;
	return verify->package->format == AS_FORMAT_LEGACY
		       ? 0
		       : each_folder(verify, "attachments", judge_attachment, error);
}
