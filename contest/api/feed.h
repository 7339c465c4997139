/* SPDX-License-Identifier: MIT */
/* Adding to the feed: all of it with the log's lock held for writing. */
#ifndef ASSAY_CONTEST_API_FEED_PRIVATE_H
#define ASSAY_CONTEST_API_FEED_PRIVATE_H

#include "view.h"

/* What is being added to, and by which state of the log (NULL: by the folder alone). */
struct as_api_adding {
	struct as_contest_api *api;
	struct as_api_feed *feed;
	struct as_contest_log *log;
	struct as_error *error;
};

/* ---- feed.c ---- */

/* Adds the lines that follow from the folder. */
int as_api_feed_start(struct as_contest_api *api, struct as_error *error) AS_MUST_USE;
void as_api_feed_clear(struct as_api_feed *feed);

/* ---- entries.c ---- */

#define AS_API_NO_TEAM UINT32_MAX
/* What an audience sees; `team` is the owner of an object. */
struct as_api_view as_api_audience_view(
	const struct as_api_adding *to, enum as_api_audience audience, uint32_t team);
/* Adds an entry for the audiences that it names, if it names any. */
int as_api_feed_add(const struct as_api_adding *to, struct as_api_entry entry) AS_MUST_USE;

/* ---- feed_text.c: objects that are kept as text ---- */

/* Compares what each audience sees of an object (JSON, or NULL: nothing) with what it was shown,
 * and adds a line for those that see something else. */
int as_api_feed_show(const struct as_api_adding *to, const char *type, const char *id,
	uint32_t team, char *const texts[AS_API_AUDIENCES]) AS_MUST_USE;
int as_api_feed_show_contest(const struct as_api_adding *to) AS_MUST_USE;
int as_api_feed_show_state(const struct as_api_adding *to) AS_MUST_USE;
/* What never changes; problems are not among it. */
int as_api_feed_show_folder(const struct as_api_adding *to) AS_MUST_USE;
int as_api_feed_show_problems(const struct as_api_adding *to) AS_MUST_USE;
int as_api_feed_show_team(const struct as_api_adding *to, size_t team) AS_MUST_USE;
int as_api_feed_show_teams(const struct as_api_adding *to) AS_MUST_USE;
int as_api_feed_show_account(const struct as_api_adding *to, size_t account) AS_MUST_USE;
int as_api_feed_show_accounts(const struct as_api_adding *to) AS_MUST_USE;

int as_api_feed_show_comment(const struct as_api_adding *to, size_t comment) AS_MUST_USE;
int as_api_feed_show_comments(const struct as_api_adding *to) AS_MUST_USE;
/* Those that name the submission. */
int as_api_feed_show_comments_on(const struct as_api_adding *to, size_t submission) AS_MUST_USE;

/* ---- feed_awards.c ---- */

int as_api_feed_show_awards(const struct as_api_adding *to) AS_MUST_USE;
/* After a change of the boards by a submission to the problem. */
int as_api_feed_show_first(const struct as_api_adding *to, size_t problem) AS_MUST_USE;

/* ---- feed_live.c: submissions, judgements, runs, clarifications ---- */

/* `is_moved`: contest times follow from another clock than before, so all is shown again. */
int as_api_feed_show_submission(
	const struct as_api_adding *to, size_t submission, bool is_moved) AS_MUST_USE;
int as_api_feed_show_clarification(
	const struct as_api_adding *to, size_t clarification, bool is_moved) AS_MUST_USE;
int as_api_feed_show_live(const struct as_api_adding *to, bool is_moved) AS_MUST_USE;

#endif
