/* SPDX-License-Identifier: MIT */
/* Adding to the feed. All functions need the log's lock, held for writing. */
#ifndef ASSAY_CONTEST_API_FEED_PRIVATE_H
#define ASSAY_CONTEST_API_FEED_PRIVATE_H

#include "view.h"

/* A feed to add to, and the state of the log (NULL: only the folder). */
struct as_api_feed_writer {
	struct as_contest_api *api;
	struct as_api_feed *feed;
	struct as_contest_log *log;
	struct as_error *error;
};

/* ---- feed.c ---- */

/* Adds the lines that the folder implies. */
int as_api_feed_start(struct as_contest_api *api, struct as_error *error) AS_MUST_USE;
void as_api_feed_clear(struct as_api_feed *feed);

/* ---- entries.c ---- */

#define AS_API_NO_TEAM UINT32_MAX
/* The view of an audience; `team` is the owner of an object. */
struct as_api_view as_api_audience_view(
	const struct as_api_feed_writer *to, enum as_api_audience audience, uint32_t team);
/* Adds an entry for its audiences, if it has any. */
int as_api_feed_add(const struct as_api_feed_writer *to, struct as_api_entry entry) AS_MUST_USE;

/* ---- feed_text.c: objects that are stored as text ---- */

/* Compares the object, as each audience sees it (JSON; NULL: invisible), with the last line about
 * it. Adds a line for the audiences whose view has changed. */
int as_api_feed_show(const struct as_api_feed_writer *to, const char *type, const char *id,
	uint32_t team, char *const texts[AS_API_AUDIENCES]) AS_MUST_USE;
int as_api_feed_show_contest(const struct as_api_feed_writer *to) AS_MUST_USE;
int as_api_feed_show_state(const struct as_api_feed_writer *to) AS_MUST_USE;
/* The objects that never change, and languages. */
int as_api_feed_show_folder(const struct as_api_feed_writer *to) AS_MUST_USE;
int as_api_feed_show_languages(const struct as_api_feed_writer *to) AS_MUST_USE;
/* An object of a collection (collections.h), or all of its objects. */
int as_api_feed_show_object(
	const struct as_api_feed_writer *to, const char *name, size_t i) AS_MUST_USE;
/* The problems as a team sees them, while others do not see them. */
int as_api_feed_show_problems_to(const struct as_api_feed_writer *to, size_t team) AS_MUST_USE;
/* Marks the problems as not shown to the team, after a line for others has hidden them from it. */
int as_api_feed_forget_problems(const struct as_api_feed_writer *to, size_t team) AS_MUST_USE;
/* True if the feed shows problems to others. */
bool as_api_feed_has_problems(const struct as_api_feed_writer *to);
int as_api_feed_show_all(const struct as_api_feed_writer *to, const char *name) AS_MUST_USE;
/* The comments that refer to the submission. */
int as_api_feed_show_comments_on(
	const struct as_api_feed_writer *to, size_t submission) AS_MUST_USE;

/* ---- feed_awards.c ---- */

int as_api_feed_show_awards(const struct as_api_feed_writer *to) AS_MUST_USE;
/* Called when a submission to the problem has changed the boards. */
int as_api_feed_show_first(const struct as_api_feed_writer *to, size_t problem) AS_MUST_USE;

/* ---- feed_live.c: submissions, judgements, runs, clarifications ---- */

/* `is_moved`: contest times changed with the clock, so everything is shown again. */
int as_api_feed_show_submission(
	const struct as_api_feed_writer *to, size_t submission, bool is_moved) AS_MUST_USE;
int as_api_feed_show_clarification(
	const struct as_api_feed_writer *to, size_t clarification, bool is_moved) AS_MUST_USE;
int as_api_feed_show_question(
	const struct as_api_feed_writer *to, size_t clarification) AS_MUST_USE;
int as_api_feed_show_clarifications_to(
	const struct as_api_feed_writer *to, size_t team) AS_MUST_USE;
/* Shows a team that started, or whose start was reset, the objects that are hidden from others. */
int as_api_feed_show_start(const struct as_api_feed_writer *to, size_t team) AS_MUST_USE;
int as_api_feed_show_live(const struct as_api_feed_writer *to, bool is_moved) AS_MUST_USE;

#endif
