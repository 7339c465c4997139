/* SPDX-License-Identifier: MIT */
#include "changing.h"
#include "shared.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>

#define COUNT(array) (sizeof(array) / sizeof(*(array)))
#define MAX_ENTRIES 100000

/* ---- the folder ---- */

static int open_tree(struct as_contest *contest, const char *path, struct as_error *error)
{
	size_t length = strlen(path);

	while (length > 1 && path[length - 1] == '/')
		length--;
	contest->path = strndup(path, length);
	if (!contest->path)
		return as_error_no_memory(error);
	/* Follow links here: the user typed the path. */
	AS_AUTO_FD int fd = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	if (fd < 0 && (errno == ENOENT || errno == ENOTDIR))
		return as_error_at(error, AS_ERROR_INPUT, path, 0, 0,
			errno == ENOENT ? "no such folder; make a contest by: assay contest new %s"
					: "is not a folder; a contest is a folder with "
					  "contest.yaml, such as assay contest new makes",
			path);
	if (fd < 0)
		return as_error_at_sys(
			error, AS_ERROR_INPUT, errno, path, "the contest cannot be opened");
	if (folder_complete(fd, path, error))
		return -1;
	if (as_tree_init(&contest->tree, fd, contest->path, error)) {
		contest->tree.fd = -1;
		return -1;
	}
	(void)as_steal_fd(fd);
	return 0;
}

/* Files of a Contest Package that are not part of the configuration. */
static bool is_other_part(const char *name)
{
	static const char *const others[] = {"api.json", "access.json", "judgement-types.json",
		"state.json", "submissions.json", "judgements.json", "runs.json",
		"clarifications.json", "awards.json", "commentary.json", "scoreboard.json",
		"account.json"};

	for (size_t i = 0; i < COUNT(others); i++)
		if (strcmp(name, others[i]) == 0)
			return true;
	return false;
}

/* Without this warning, a misspelt teams.yaml would mean "no teams". */
static int check_name(struct folder *folder, const char *name, struct as_error *error)
{
	static const char *const known[] = {"contest.yaml", "contest.json", "languages.yaml",
		"languages.json", "groups.yaml", "groups.json", "organizations.yaml",
		"organizations.json", "teams.yaml", "teams.json", "persons.yaml", "persons.json",
		"accounts.yaml", "accounts.json", "problems.yaml", "problems.json"};

	if ((!as_text_ends(name, ".yaml") && !as_text_ends(name, ".yml") &&
		    !as_text_ends(name, ".json")) ||
		*name == '.' || is_other_part(name))
		return 0;
	for (size_t i = 0; i < COUNT(known); i++)
		if (strcmp(name, known[i]) == 0)
			return 0;
	return folder_add(folder, AS_FINDING_WARNING, name, error, "unknown file%s it is not read",
		AS_SUGGESTION(name, known, COUNT(known)));
}

static int check_names(struct folder *folder, struct as_error *error)
{
	AS_AUTO_NAMES char **names = as_dir_list(folder->contest->tree.fd, MAX_ENTRIES, error);

	for (char **name = names; name && *name; name++)
		if (check_name(folder, *name, error))
			return -1;
	return names ? 0 : -1;
}

/* ---- its files ---- */

static int load_contest(struct folder *folder, struct as_error *error)
{
	const int status =
		folder_document(folder, FOLDER_CONTEST, &folder->contest_document, error);

	if (status < 0)
		return -1;
	if (status > 0)
		return folder_settings_read(folder, error);
	if (!folder->is_broken[FOLDER_CONTEST])
		return as_error_at(error, AS_ERROR_INPUT, folder->contest->path, 0, 0,
			"the folder has no contest.yaml; make a contest by: assay contest new DIR");
	/* There is a finding. Continue with an empty contest, to check the other files. */
	folder->contest_document = (struct as_document){.root = json_object()};
	return folder->contest_document.root ? 0 : as_error_no_memory(error);
}

static int check_players(struct folder *folder, struct as_error *error)
{
	const struct as_contest *contest = folder->contest;

	if (contest->team_count > 0 || contest->settings.registration.join_code ||
		folder->is_broken[FOLDER_TEAMS] || folder->is_broken[FOLDER_CONTEST])
		return 0;
	return folder_add(folder, AS_FINDING_WARNING, "teams.yaml", error,
		"the contest has no teams; write a list, or let teams register by "
		"registration: {join_code: CODE} in contest.yaml");
}

/* Each part after those that it refers to. */
static int read_people(struct folder *folder, struct as_error *error)
{
	return folder_part_read(folder, FOLDER_GROUPS, error) ||
			       folder_part_read(folder, FOLDER_ORGANIZATIONS, error) ||
			       folder_part_read(folder, FOLDER_TEAMS, error) ||
			       folder_part_read(folder, FOLDER_PERSONS, error)
		       ? -1
		       : 0;
}

static int read_all(struct folder *folder, struct as_error *error)
{
	static int (*const reads[])(struct folder *, struct as_error *) = {
		check_names,
		load_contest,
		folder_languages_read,
		read_people,
		folder_shared_read,
		folder_accounts_read,
		folder_shared_merge,
		folder_accounts_check,
		folder_problems_read,
		folder_settings_bind,
		folder_default_files_read,
		check_players,
	};

	for (size_t i = 0; i < COUNT(reads); i++)
		if (reads[i](folder, error))
			return -1;
	return 0;
}

struct as_contest *folder_open(const char *path, const char *stage,
	const struct folder_origins *origins, const struct as_contest_options *options,
	const atomic_bool *cancel, struct as_error *error)
{
	static const struct as_contest_options defaults = {0};
	struct as_contest *contest = calloc(1, sizeof(*contest));
	struct folder_shared shared = {0};
	struct folder folder = {.contest = contest,
		.shared = &shared,
		.lists = folder_lists,
		.clear_item = folder_item_clear,
		.options = options ? options : &defaults,
		.cancel = cancel,
		.stage = stage,
		.origins = origins};

	if (!contest) {
		as_error_no_memory(error);
		return NULL;
	}
	contest->tree.fd = -1;
	const int failed = open_tree(contest, path, error) || read_all(&folder, error);
	as_document_clear(&folder.contest_document);
	json_decref(folder.seen);
	folder_shared_clear(&folder);
	if (!failed)
		return contest;
	as_contest_close(contest);
	return NULL;
}

struct as_contest *as_contest_open(const char *path, const struct as_contest_options *options,
	const atomic_bool *cancel, struct as_error *error)
{
	return folder_open(path, NULL, NULL, options, cancel, error);
}

bool as_contest_is_outside(const struct as_finding *finding)
{
	return *finding->where == '/' || *finding->where == '.';
}

int as_contest_require(const struct as_contest *contest, struct as_error *error)
{
	for (size_t i = 0; i < contest->findings.count; i++) {
		const struct as_finding *finding = &contest->findings.items[i];
		if (finding->level != AS_FINDING_ERROR)
			continue;
		const bool is_outside = as_contest_is_outside(finding);
		AS_AUTO_FREE char *where = as_text_format(error, "%s%s%s",
			is_outside ? "" : contest->path, is_outside ? "" : "/", finding->where);
		if (!where)
			return -1;
		if (contest->error_count == 1)
			return as_error_at(error, AS_ERROR_INPUT, where, 0, 0, "%s", finding->text);
		return as_error_at(error, AS_ERROR_INPUT, where, 0, 0,
			"%s; for this and %zu more error%s, see assay contest check %s%s%s",
			finding->text, contest->error_count - 1,
			contest->error_count == 2 ? "" : "s", contest->path,
			contest->accounts_file ? " --accounts " : "",
			contest->accounts_file ? contest->accounts_file : "");
	}
	return 0;
}

void as_contest_close(struct as_contest *contest)
{
	if (!contest)
		return;
	for (enum folder_part part = FOLDER_PROBLEMS; part >= FOLDER_GROUPS; part--)
		folder_part_clear(contest, part);
	folder_settings_clear(&contest->settings);
	as_findings_clear(&contest->findings);
	if (contest->tree.fd >= 0)
		close(contest->tree.fd);
	as_tree_clear(&contest->tree);
	free(contest->accounts_file);
	free(contest->path);
	free(contest);
}
