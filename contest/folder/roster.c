/* SPDX-License-Identifier: MIT */
/*
 * Imports teams, universities, accounts and pictures:
 * 1. the table and the lists of the folder are read;
 * 2. the rows are merged into the lists; mistakes are findings;
 * 3. changed files and pictures are written to a stage;
 * 4. the folder is checked with the stage; without an error all files get their places.
 */
#include "roster.h"

#include <assay/contest/folder/stage.h>
#include <fcntl.h>
#include <string.h>
#include <unistd.h>

static const enum folder_part parts[] = {
	FOLDER_GROUPS, FOLDER_ORGANIZATIONS, FOLDER_TEAMS, FOLDER_PERSONS, FOLDER_ACCOUNTS};
#define PART_COUNT (sizeof(parts) / sizeof(*parts))

static void roster_clear(struct roster *roster)
{
	roster_table_clear(&roster->table);
	for (int part = 0; part < FOLDER_PART_COUNT; part++) {
		folder_own_clear(&roster->lists[part]);
		json_decref(roster->lines[part]);
	}
	json_decref(roster->index);
	json_decref(roster->numbers);
	json_decref(roster->seen);
	json_decref(roster->countries);
	as_collation_close(roster->collation);
}

static int read_lists(struct roster *roster, int dir_fd, struct as_error *error)
{
	for (size_t i = 0; i < PART_COUNT; i++) {
		roster->lines[parts[i]] = json_array();
		if (!roster->lines[parts[i]] ||
			folder_own_read(&roster->lists[parts[i]], parts[i], dir_fd, error))
			return as_error_no_memory(error);
	}
	return roster_index_all(roster, error);
}

/* ---- the stage ---- */

static int write_list(struct roster *roster, enum folder_part part, int stage_fd,
	struct folder_origins *origins, struct as_error *error)
{
	const json_t *lines = roster->lines[part];
	AS_AUTO_FREE unsigned *numbers = calloc(json_array_size(lines) + 1, sizeof(*numbers));

	if (!numbers)
		return as_error_no_memory(error);
	for (size_t i = 0; i < json_array_size(lines); i++)
		numbers[i] = (unsigned)json_integer_value(json_array_get(lines, i));
	return folder_own_write(&roster->lists[part], stage_fd, origins, numbers, error);
}

static int fill_stage(struct roster *roster, const struct as_contest_draft *stage,
	struct folder_origins *origins, struct as_error *error)
{
	const struct as_contest_roster_config *config = roster->config;

	roster->collation = as_collation_open_loose(error);
	roster->numbers = json_object();
	roster->seen = json_object();
	roster->countries = json_object();
	if (!roster->collation || !roster->numbers || !roster->seen || !roster->countries)
		return as_error_no_memory(error);
	if (read_lists(roster, stage->to_fd, error) ||
		(config->file && (roster_table_read(roster, error) || roster_merge(roster, error))))
		return -1;
	/* The table can give items other names, which the pictures have. */
	if ((config->photos || config->logos) && roster_index_all(roster, error))
		return -1;
	if (roster_pictures(roster, stage, error))
		return -1;
	for (size_t i = 0; i < PART_COUNT; i++)
		if (write_list(roster, parts[i], stage->fd, origins, error))
			return -1;
	return 0;
}

/* ---- the import ---- */

static struct as_contest *check_stage(struct roster *roster, struct as_contest_draft *stage,
	struct folder_origins *origins, const char *path, struct as_error *error)
{
	const struct as_contest_roster_config *config = roster->config;
	AS_AUTO_CONTEST struct as_contest *contest = folder_open(
		path, AS_CONTEST_DRAFT_NAME, origins, config->options, config->cancel, error);

	if (contest && folder_origins_translate(origins, &contest->findings, error))
		return NULL;
	if (contest && contest->error_count == 0 && !config->is_dry &&
		as_contest_draft_commit(stage, error))
		return NULL;
	return as_steal(contest);
}

static struct as_contest *import(struct roster *roster, struct as_contest_draft *stage,
	const char *path, struct as_error *error)
{
	struct folder_origins origins = {
		.file = roster->config->file ? roster->config->file : path};
	struct as_contest *contest = NULL;

	if (fill_stage(roster, stage, &origins, error) == 0) {
		if (roster->notes->error_count)
			as_error_set(error, AS_ERROR_INPUT,
				"nothing was imported; correct the errors above and import again");
		else
			contest = check_stage(roster, stage, &origins, path, error);
	}
	free(origins.items);
	return contest;
}

struct as_contest *as_contest_import_roster(const char *path,
	const struct as_contest_roster_config *config, struct as_contest_roster_done *done,
	struct as_findings *notes, struct as_error *error)
{
	struct roster roster = {.config = config, .done = done, .notes = notes};
	struct as_contest_draft stage = {.fd = -1, .to_fd = -1};
	struct as_contest *contest = NULL;
	AS_AUTO_FD int dir_fd = as_dir_open(AT_FDCWD, path, error);

	*done = (struct as_contest_roster_done){0};
	if (dir_fd >= 0 && as_contest_draft_open(&stage, path, false, error) == 0)
		contest = import(&roster, &stage, path, error);
	as_contest_draft_close(&stage);
	roster_clear(&roster);
	return contest;
}
