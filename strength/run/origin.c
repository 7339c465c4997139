/* SPDX-License-Identifier: MIT */
/* Reads submissions: those that mutants are made of, and the wrong submissions of the package. */
#include "measure.h"

int origin_read(const struct measuring *measuring, struct origin *origin, char *path,
	struct as_error *error)
{
	*origin = (struct origin){.path = path};
	if (!path || as_submitted_take(&origin->submitted, measuring->package, path,
			     as_engine_settings(measuring->order->engine)->cancel, error))
		return -1;
	origin->start =
		as_expectations_start_at(&measuring->expectations, measuring->package, path);
	return 0;
}

void origin_clear(struct origin *origin)
{
	as_job_free(origin->job);
	as_submitted_clear(&origin->submitted);
	as_mutations_clear(&origin->mutations);
	free(origin->scores);
	free(origin->path);
	*origin = (struct origin){0};
}

struct as_submission origin_submission(const struct origin *origin)
{
	return (struct as_submission){.path = origin->path,
		.language = origin->start.language,
		.entry_point = origin->start.entry_point,
		.submitted = &origin->submitted};
}

int origin_find_lack(struct measuring *measuring, const struct origin *origin, char **reason,
	struct as_error *error)
{
	const struct as_languages *table = as_engine_settings(measuring->order->engine)->languages;
	const struct as_submission submission = origin_submission(origin);
	struct as_error why = {0};
	const char *id;

	*reason = NULL;
	if (as_engine_submission_language(measuring->order->opened, &submission, &id, error))
		return -1;
	const struct as_language *language = id ? as_languages_find(table, id) : NULL;
	if (!language || as_language_require(language, &why) == 0)
		return 0;
	measuring->missing = language;
	return (*reason = as_text_format(error, "%s", why.text)) ? 0 : -1;
}

bool origin_can_judge(struct measuring *measuring, const struct origin *origin)
{
	const struct as_submission submission = origin_submission(origin);
	AS_AUTO_FREE char *lack = NULL;
	const char *language = NULL;

	return !origin->submitted.sources.reason &&
	       as_engine_submission_language(
		       measuring->order->opened, &submission, &language, NULL) == 0 &&
	       language && origin_find_lack(measuring, origin, &lack, NULL) == 0 && !lack;
}

int measure_list(
	const struct measuring *measuring, const char *path, char ***names, struct as_error *error)
{
	const struct as_tree *tree = &measuring->package->tree;
	AS_AUTO_FREE char *folder = NULL;
	enum as_tree_type type;

	*names = NULL;
	if (as_tree_find(tree, path, &type, &folder, error))
		return -1;
	if (type != AS_TREE_FOLDER)
		return 0;
	*names = as_package_names(
		tree, folder, as_engine_settings(measuring->order->engine)->cancel, error);
	return *names ? 0 : -1;
}
