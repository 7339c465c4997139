/* SPDX-License-Identifier: MIT */
/* Versions of the packages of the problems. */
#include "append.h"
#include "event.h"

#include <assay/base/fit.h>
#include <string.h>

/* ---- appending ---- */

void log_entry_package(
	struct as_contest_log *log, json_t **entry, size_t problem, const char *digest)
{
	log_entry_text(entry, "package", digest);
	as_contest_log_lock(log);
	const struct as_package *package = log_package(log, problem);
	if (package && digest && strcmp(package->digest, digest) == 0)
		log_entry_set(entry, "tests", json_integer((json_int_t)package->test_count));
	as_contest_log_unlock(log);
}

int as_contest_log_set_package(struct as_contest_log *log, size_t problem, const char *digest,
	struct as_contest_decision decision, struct as_error *error)
{
	json_t *body = log_entry_of("package", as_contest_log_now_ms(log));

	log_entry_text(&body, "problem", log->contest->problems[problem].id);
	log_entry_text(&body, "package", digest);
	log_entry_account(log, &body, decision.account);
	return log_put_decision(log, body, NULL, 0, decision.unless_final, error);
}

/* ---- applying ---- */

/* An event with the version that is in use already means that its files were read again: the
 * observer is notified, and the state stays. */
int event_package(struct as_contest_log *log, const struct event *event, struct as_error *error)
{
	const char *problem = event_text(event, "problem"),
		   *username = event_text(event, "account");
	const size_t index =
		problem ? as_contest_find_problem(log->contest, problem) : AS_CONTEST_NONE;
	char digest[AS_DIGEST_HEX_SIZE];

	(void)error;
	event_digest(event, "package", digest);
	if (index == AS_CONTEST_NONE)
		return event_refuse(log, event, "problem");
	if (!*digest)
		return event_refuse(log, event, "package");
	struct as_contest_version *version = &log->state.extras.packages.versions[index];
	char archive[AS_DIGEST_HEX_SIZE];
	event_digest(event, "archive", archive);
	if (strcmp(version->digest, digest) != 0 || strcmp(version->archive, archive) != 0) {
		const char *name = event_text(event, "name");
		snprintf(version->name, sizeof(version->name), "%.*s",
			as_text_fit(name ? name : "", sizeof(version->name) - 1), name ? name : "");
		memcpy(version->archive, archive, sizeof(version->archive));
		memcpy(version->before, version->digest, sizeof(version->before));
		memcpy(version->digest, digest, sizeof(version->digest));
		version->wall_ms = event->wall_ms;
		version->event = event->record->event.number;
		version->account =
			username ? as_contest_log_find_username(log, username) : AS_CONTEST_NONE;
	}
	struct as_contest_candidate *candidate = &log->state.extras.packages.candidates[index];
	if (candidate->event && strcmp(candidate->archive, archive) == 0)
		log_candidate_clear(candidate);
	event_made(log, event, index);
	event_notify(log, AS_CONTEST_CHANGED_PACKAGE, index, event->wall_ms);
	return 0;
}

/* ---- audit ---- */

/* The first version of a package is not an act, nor are files that were read again. */
bool audit_package(
	const struct as_contest_log *log, const struct event *event, struct as_contest_act *act)
{
	const char *problem = event_text(event, "problem");

	act->kind = AS_CONTEST_ACT_PACKAGE;
	act->index = problem ? as_contest_find_problem(log->contest, problem) : AS_CONTEST_NONE;
	if (act->index == AS_CONTEST_NONE)
		return false;
	const struct as_contest_version *version = as_contest_log_version(log, act->index);
	memcpy(act->packages[0], version->before, AS_CONTEST_ACT_DIGEST_SIZE - 1);
	memcpy(act->packages[1], version->digest, AS_CONTEST_ACT_DIGEST_SIZE - 1);
	return *version->before && version->event == event->record->event.number;
}

/* ---- reading ---- */

const struct as_contest_version *as_contest_log_version(
	const struct as_contest_log *log, size_t problem)
{
	return &log->state.extras.packages.versions[problem];
}

bool as_contest_log_is_of_earlier(const struct as_contest_log *log, size_t submission)
{
	const struct as_contest_submission *of = as_contest_log_submission(log, submission);

	if (of->valid == AS_CONTEST_NONE)
		return false;
	const char *used = as_contest_log_judgement(log, of->valid)->package;
	const char *now = as_contest_log_version(log, of->problem)->digest;
	return *used && *now && strcmp(used, now) != 0;
}

uint64_t as_contest_log_count_of_earlier(const struct as_contest_log *log)
{
	uint64_t count = 0;

	for (size_t i = 0; i < log->state.submission_count; i++)
		count += as_contest_log_is_of_earlier(log, i);
	return count;
}
