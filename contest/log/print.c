/* SPDX-License-Identifier: MIT */
/* Prints: a text of a team, which is a blob of the store, and what was done with it. */
#include "append.h"
#include "decide.h"
#include "event.h"

#include <assay/base/fit.h>
#include <inttypes.h>
#include <string.h>

#define HOUR_MS INT64_C(3600000)
#define WHY_MAX_BYTES 300
/* A command is ended after 30 seconds. */
#define CLAIM_MS 60000

static const char *const mark_names[] = {[AS_CONTEST_PRINT_SEND] = "send",
	[AS_CONTEST_PRINT_FAIL] = "fail",
	[AS_CONTEST_PRINT_DELIVER] = "deliver",
	[AS_CONTEST_PRINT_UNDO] = "undo",
	[AS_CONTEST_PRINT_CLAIM] = "claim",
	NULL};

const char *as_contest_print_mark_name(enum as_contest_print_mark mark)
{
	return mark_names[mark];
}

/* ---- appending: a print ---- */

static uint64_t count_prints(const struct as_contest_log *log, size_t team, int64_t since_ms)
{
	const struct log_hall *hall = &log->state.extras.hall;
	uint64_t count = 0;

	for (size_t i = hall->print_count; i-- > 0 && hall->prints[i]->wall_ms > since_ms;)
		count += hall->prints[i]->team == team;
	return count;
}

int as_contest_log_check_print(const struct as_contest_log *log,
	const struct as_contest_entry_print *entry, int64_t now_ms, struct as_error *error)
{
	const struct as_contest_hall *rules = &log->contest->settings.hall;

	if (entry->pages > rules->print_pages)
		return as_error_set(error, AS_ERROR_USAGE,
			"the print has %" PRIu64 " pages; it may have %" PRIu64 ": print a part",
			entry->pages, rules->print_pages);
	if (count_prints(log, entry->team, now_ms - HOUR_MS) >= rules->prints_per_hour)
		return as_error_set(error, AS_ERROR_USAGE,
			"a team may print %" PRIu64 " times in an hour; try again later",
			rules->prints_per_hour);
	return 0;
}

static json_t *print_body(struct as_contest_log *log, const struct as_contest_entry_print *entry)
{
	json_t *body = log_entry_of("print", as_contest_log_now_ms(log));

	log_entry_team(log, &body, "team", entry->team);
	log_entry_text(&body, "name", entry->name);
	log_entry_text(&body, "blob", entry->blob);
	log_entry_set(&body, "lines", json_integer((json_int_t)entry->lines));
	log_entry_set(&body, "pages", json_integer((json_int_t)entry->pages));
	log_entry_account(log, &body, entry->account);
	return body;
}

struct print_wish {
	const struct as_contest_entry_print *entry;
	size_t *print;
};

static int try_print(
	struct as_contest_log *log, const void *context, int64_t *last, struct as_error *error)
{
	const struct print_wish *wish = context;
	struct as_store_appended appended;

	as_contest_log_lock(log);
	*last = as_contest_log_last(log);
	*wish->print = log->state.extras.hall.print_count;
	const int refused =
		as_contest_log_check_print(log, wish->entry, as_contest_log_now_ms(log), error);
	as_contest_log_unlock(log);
	if (refused)
		return -1;
	const int result = log_append_blob(
		log, *last, print_body(log, wish->entry), wish->entry->blob, &appended, error);
	if (result <= 0)
		return result;
	return log_await(log, appended.number, error) ? -1 : 1;
}

int as_contest_log_add_print(struct as_contest_log *log, const struct as_contest_entry_print *entry,
	size_t *print, struct as_error *error)
{
	const struct print_wish wish = {entry, print};

	if (log_check_text(entry->name, AS_CONTEST_PRINT_NAME_MAX_BYTES, error))
		return -1;
	return log_decide_or_refuse(log, try_print, &wish, error);
}

/* ---- appending: a mark ---- */

struct mark_wish {
	size_t print;
	enum as_contest_print_mark mark;
	const char *why;
	size_t account;
	int64_t revision; /* of AS_CONTEST_PRINT_CLAIM */
};

/* A print that is delivered, or was claimed or sent after the revision, is taken. One that failed,
 * whose delivery was undone, or whose claim has ended by itself, is not. Call it with the lock. */
static bool is_taken(const struct as_contest_log *log, const struct as_contest_print *of,
	const struct mark_wish *wish)
{
	return of->state == AS_CONTEST_PRINT_DONE ||
	       (of->revision != wish->revision &&
		       (of->state == AS_CONTEST_PRINT_SENT ||
			       as_contest_log_print_is_claimed(
				       log, wish->print, as_contest_log_now_ms(log))));
}

/* Call it with the lock. Only claims and marks of helpers can be late. */
static int check_mark(
	const struct as_contest_log *log, const struct mark_wish *wish, struct as_error *error)
{
	const struct as_contest_print *of = as_contest_log_print(log, wish->print);
	const bool is_done = of->state == AS_CONTEST_PRINT_DONE;
	char time[AS_CONTEST_TIME_SIZE];

	if (wish->mark == AS_CONTEST_PRINT_CLAIM && is_taken(log, of, wish))
		return as_error_set(error, AS_ERROR_USAGE,
			"print %zu was meanwhile sent by another server, or delivered",
			wish->print + 1);
	if (wish->mark == AS_CONTEST_PRINT_UNDO && !is_done)
		return as_error_set(
			error, AS_ERROR_USAGE, "print %zu is not delivered", wish->print + 1);
	if (wish->mark != AS_CONTEST_PRINT_DELIVER || !is_done)
		return 0;
	const char *who = of->account == AS_CONTEST_NONE
				  ? "somebody"
				  : as_contest_log_account(log, of->account)->username;
	return as_error_set(error, AS_ERROR_USAGE,
		"print %zu is already delivered (%.*s at %.8s UTC)", wish->print + 1,
		as_text_fit(who, 100), who, as_contest_time_format(of->mark_wall_ms, time) + 11);
}

static int try_mark(
	struct as_contest_log *log, const void *context, int64_t *last, struct as_error *error)
{
	const struct mark_wish *wish = context;
	struct as_store_appended appended;

	as_contest_log_lock(log);
	*last = as_contest_log_last(log);
	const int refused = check_mark(log, wish, error);
	as_contest_log_unlock(log);
	if (refused)
		return -1;
	json_t *body = log_entry_of("printed", as_contest_log_now_ms(log));
	log_entry_set(&body, "print", json_integer((json_int_t)wish->print + 1));
	log_entry_text(&body, "action", mark_names[wish->mark]);
	log_entry_text(&body, "why", wish->why);
	log_entry_account(log, &body, wish->account);
	const int result = log_append(log, *last, body, NULL, 0, &appended, error);
	if (result <= 0)
		return result;
	return log_await(log, appended.number, error) ? -1 : 1;
}

int as_contest_log_mark_print(struct as_contest_log *log, size_t print,
	enum as_contest_print_mark mark, const char *why, size_t account, struct as_error *error)
{
	char text[WHY_MAX_BYTES];

	if (why)
		as_text_printable(why, strlen(why), text, sizeof(text));
	const struct mark_wish wish = {print, mark, why ? text : NULL, account, 0};
	return log_decide_or_refuse(log, try_mark, &wish, error);
}

int as_contest_log_claim_print(
	struct as_contest_log *log, size_t print, int64_t revision, struct as_error *error)
{
	const struct mark_wish wish = {
		print, AS_CONTEST_PRINT_CLAIM, NULL, AS_CONTEST_NONE, revision};

	return log_decide_or_refuse(log, try_mark, &wish, error);
}

/* ---- applying ---- */

static int fill_print(
	const struct event *event, struct as_contest_print *made, struct as_error *error)
{
	made->lines = (uint64_t)event_number(event, "lines");
	made->pages = (uint64_t)event_number(event, "pages");
	made->wall_ms = event->wall_ms;
	made->account = AS_CONTEST_NONE;
	made->revision = event->record->event.number;
	event_digest(event, "blob", made->blob);
	return event_copy(&made->name, event_text(event, "name"), error);
}

int event_print(struct as_contest_log *log, const struct event *event, struct as_error *error)
{
	struct log_hall *hall = &log->state.extras.hall;
	const char *id = event_text(event, "team");
	const size_t team = id ? as_contest_log_find_team(log, id) : AS_CONTEST_NONE;

	/* A print of an unknown team keeps its number. */
	if (!as_array_reserve(hall->prints, hall->print_count, error))
		return -1;
	struct as_contest_print *made = calloc(1, sizeof(*made));
	if (!made)
		return as_error_no_memory(error);
	made->team = team;
	hall->prints[hall->print_count++] = made;
	if (fill_print(event, made, error))
		return -1;
	return team == AS_CONTEST_NONE ? event_refuse(log, event, "team") : 0;
}

static int apply_mark(struct as_contest_log *log, struct as_contest_print *print,
	enum as_contest_print_mark mark, const struct event *event, struct as_error *error)
{
	static const enum as_contest_print_state states[] = {
		[AS_CONTEST_PRINT_SEND] = AS_CONTEST_PRINT_SENT,
		[AS_CONTEST_PRINT_FAIL] = AS_CONTEST_PRINT_WAITS,
		[AS_CONTEST_PRINT_DELIVER] = AS_CONTEST_PRINT_DONE,
		[AS_CONTEST_PRINT_UNDO] = AS_CONTEST_PRINT_WAITS,
	};
	const char *username = event_text(event, "account");

	print->revision = event->record->event.number;
	print->claim_wall_ms = mark == AS_CONTEST_PRINT_CLAIM ? event->wall_ms : 0;
	if (mark == AS_CONTEST_PRINT_CLAIM)
		return 0;
	/* The command may end after a helper has delivered a copy. */
	if (print->state == AS_CONTEST_PRINT_DONE && mark != AS_CONTEST_PRINT_UNDO)
		return 0;
	print->state = states[mark];
	print->mark_wall_ms = event->wall_ms;
	print->account = username ? as_contest_log_find_username(log, username) : AS_CONTEST_NONE;
	free(print->why);
	print->why = NULL;
	return event_copy(&print->why, event_text(event, "why"), error);
}

int event_printed(struct as_contest_log *log, const struct event *event, struct as_error *error)
{
	const int64_t number = event_number(event, "print");
	const char *action = event_text(event, "action");
	size_t mark = 0;

	while (mark_names[mark] && (!action || strcmp(mark_names[mark], action) != 0))
		mark++;
	if (number < 1 || (uint64_t)number > log->state.extras.hall.print_count ||
		!mark_names[mark])
		return event_refuse(log, event, "print");
	return apply_mark(log, log->state.extras.hall.prints[number - 1],
		(enum as_contest_print_mark)mark, event, error);
}

/* ---- reading ---- */

size_t as_contest_log_print_count(const struct as_contest_log *log)
{
	return log->state.extras.hall.print_count;
}

const struct as_contest_print *as_contest_log_print(const struct as_contest_log *log, size_t print)
{
	return log->state.extras.hall.prints[print];
}

bool as_contest_log_print_is_claimed(const struct as_contest_log *log, size_t print, int64_t now_ms)
{
	const int64_t claim_ms = as_contest_log_print(log, print)->claim_wall_ms;

	return claim_ms != 0 && now_ms - claim_ms < CLAIM_MS;
}

void log_hall_clear(struct log_hall *hall)
{
	for (size_t i = 0; i < hall->print_count; i++) {
		free(hall->prints[i]->name);
		free(hall->prints[i]->why);
		free(hall->prints[i]);
	}
	for (size_t i = 0; i < hall->presence_count; i++)
		free(hall->presences[i].place);
	free(hall->presences);
	free(hall->prints);
	free(hall->handings);
}
