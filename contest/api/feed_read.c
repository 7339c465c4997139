/* SPDX-License-Identifier: MIT */
/*
 * Reads the feed. A cursor walks over the entries, skips those that are not for its reader, and
 * makes the lines of the others, a batch at a time under the log's lock. It counts the lines for
 * its token "FEED-COUNT"; FEED identifies the sequence that is counted.
 */
#include "feed.h"
#include "token.h"

#include <string.h>

/* Part of a token. Increase it when the program makes different lines. */
#define FEED_VERSION "3"
/* Size after which a batch ends: less than a millisecond of work under the lock. */
#define BATCH_BYTES 8192
/* The number of lines that another server may be ahead. */
#define LEAD_MAX 1000

struct as_contest_cursor {
	const struct as_contest_api *api;
	struct as_contest_log *log;
	struct as_contest_api_reader reader;
	char feed[AS_API_FEED_HEX + 1]; /* first half of tokens */
	size_t entry;                   /* next entry */
	uint32_t line;                  /* next line of that entry */
	uint64_t count;                 /* of previous lines */
	uint64_t skip_count;            /* of lines that the client has */
	struct as_bytes batch;          /* lines that were made */
	size_t taken;                   /* bytes of the batch that were read */
};

/* ---- audiences ---- */

static enum as_api_audience audience_of(const struct as_contest_api_reader *reader)
{
	switch (reader->role) {
	case AS_CONTEST_API_ADMIN:
		return AS_API_ADMIN;
	case AS_CONTEST_API_ANALYST:
		return AS_API_ANALYST;
	case AS_CONTEST_API_JUDGE:
		return AS_API_JUDGE;
	case AS_CONTEST_API_TEAM:
		return AS_API_OWNER;
	case AS_CONTEST_API_PUBLIC:
		break;
	}
	return AS_API_OTHERS;
}

static bool is_for(const struct as_api_entry *entry, const struct as_contest_api_reader *reader)
{
	enum as_api_audience audience = audience_of(reader);

	if (audience == AS_API_OWNER && entry->team != reader->team)
		audience = AS_API_OTHERS;
	return entry->audiences & AS_API_BIT(audience);
}

static void name_feed(const struct as_contest_api *api, struct as_contest_log *log,
	const struct as_contest_api_reader *reader, char feed[AS_API_FEED_HEX + 1])
{
	static const char *const audiences[AS_API_AUDIENCES] = {
		"admin", "analyst", "judge", "team", "public"};
	char hex[AS_DIGEST_HEX_SIZE];
	struct as_digest digest;

	as_digest_init(&digest);
	as_digest_add_text(&digest, FEED_VERSION);
	as_digest_add_text(&digest, as_contest_log_epoch(log));
	as_digest_add_text(&digest, api->feed.digest);
	as_digest_add_text(&digest, audiences[audience_of(reader)]);
	if (reader->role == AS_CONTEST_API_TEAM) {
		as_contest_log_lock(log);
		as_digest_add_text(&digest, as_contest_log_team(log, reader->team)->id);
		as_contest_log_unlock(log);
	}
	as_digest_end(&digest, hex);
	memcpy(feed, hex, AS_API_FEED_HEX);
	feed[AS_API_FEED_HEX] = '\0';
}

/* ---- tokens ---- */

/* Skips the lines that the client has; false: there are fewer. */
static bool skip_lines(struct as_contest_cursor *cursor)
{
	const struct as_api_feed *feed = &cursor->api->feed;
	const uint64_t count = cursor->skip_count;

	for (; cursor->entry < feed->entry_count && cursor->count < count; cursor->entry++) {
		const struct as_api_entry *entry = &feed->entries[cursor->entry];
		if (!is_for(entry, &cursor->reader))
			continue;
		if (cursor->count + entry->line_count > count) {
			cursor->line = (uint32_t)(count - cursor->count);
			cursor->count = count;
			return true;
		}
		cursor->count += entry->line_count;
	}
	return cursor->count == count;
}

/* ---- lines ---- */

static struct as_api_view entry_view(
	const struct as_contest_cursor *cursor, const struct as_api_entry *entry)
{
	struct as_api_view view = as_api_view(cursor->api, cursor->log, &cursor->reader);

	view.clock = &cursor->api->feed.clocks[entry->clock];
	return view;
}

static const char *const types[] = {
	[AS_API_SUBMISSION] = "submissions",
	[AS_API_JUDGEMENT] = "judgements",
	[AS_API_RUNS] = "runs",
	[AS_API_CLARIFICATION] = "clarifications",
};

/* True for the line of the judgement, which comes before its runs. */
static bool is_begin(const struct as_api_entry *entry, uint32_t line)
{
	return entry->kind == AS_API_RUNS && entry->with_begin && line == 0;
}

static size_t run_of(const struct as_api_entry *entry, uint32_t line)
{
	return entry->first_run + line - entry->with_begin;
}

static bool is_deleted(
	const struct as_api_view *view, const struct as_api_entry *entry, uint32_t line)
{
	if (entry->kind != AS_API_RUNS || is_begin(entry, line))
		return entry->is_deleted;
	return entry->is_deleted || as_contest_log_judgement(view->log, entry->index)
					    ->runs[run_of(entry, line)]
					    .is_withdrawn;
}

/* NULL: out of memory. */
static json_t *entry_json(
	const struct as_api_view *view, const struct as_api_entry *entry, uint32_t line)
{
	const struct as_api_stage stage = {entry->ended, entry->is_current};

	if (is_begin(entry, line))
		return as_api_judgement_json(view, entry->index, stage);
	switch ((enum as_api_entry_kind)entry->kind) {
	case AS_API_SUBMISSION:
		return as_api_submission_json(view, entry->index);
	case AS_API_JUDGEMENT:
		return as_api_judgement_json(view, entry->index, stage);
	case AS_API_RUNS:
		return as_api_run_json(view, entry->index, run_of(entry, line));
	case AS_API_CLARIFICATION:
		return as_api_clarification_json(view, entry->index, entry->with_problem);
	case AS_API_TEXT:
		break;
	}
	return NULL;
}

static int write_data(
	FILE *out, const struct as_api_view *view, const struct as_api_entry *entry, uint32_t line)
{
	if (is_deleted(view, entry, line))
		return fputs("null", out) < 0 ? -1 : 0;
	AS_AUTO_JSON json_t *object = entry_json(view, entry, line);
	return object ? json_dumpf(object, out, AS_API_WRITE_FLAGS) : -1;
}

static void entry_id(const struct as_api_view *view, const struct as_api_entry *entry,
	uint32_t line, char id[AS_API_ID_SIZE])
{
	if (entry->kind == AS_API_SUBMISSION)
		as_api_submission_id(view, entry->index, id);
	else if (entry->kind == AS_API_JUDGEMENT || is_begin(entry, line))
		as_api_judgement_id(view, entry->index, id);
	else if (entry->kind == AS_API_RUNS)
		as_api_run_id(view, entry->index, run_of(entry, line), id);
	else
		as_api_clarification_id(view, entry->index, id);
}

/* Ids need no escaping in JSON. */
static int write_text(FILE *out, const struct as_api_text *text)
{
	const char *quote = text->id ? "\"" : "";

	return fprintf(out, "{\"type\":\"%s\",\"id\":%s%s%s,\"data\":%s", text->type, quote,
		       text->id ? text->id : "null", quote, text->data ? text->data : "null") < 0
		       ? -1
		       : 0;
}

static int write_line(struct as_contest_cursor *cursor, const struct as_api_entry *entry, FILE *out)
{
	const struct as_api_view view = entry_view(cursor, entry);
	char id[AS_API_ID_SIZE], token[AS_CONTEST_TOKEN_SIZE];
	int failed;

	if (entry->kind == AS_API_TEXT) {
		failed = write_text(out, &cursor->api->feed.texts[entry->index]);
	} else {
		entry_id(&view, entry, cursor->line, id);
		fprintf(out, "{\"type\":\"%s\",\"id\":\"%s\",\"data\":",
			types[is_begin(entry, cursor->line) ? AS_API_JUDGEMENT : entry->kind], id);
		failed = write_data(out, &view, entry, cursor->line);
	}
	as_api_token_write(cursor->feed, ++cursor->count, token, sizeof(token));
	fprintf(out, ",\"token\":\"%s\"}\n", token);
	return failed || ferror(out) ? -1 : 0;
}

/* Moves to the reader's next line; NULL: there is none yet. */
static const struct as_api_entry *next_entry(struct as_contest_cursor *cursor)
{
	const struct as_api_feed *feed = &cursor->api->feed;

	for (; cursor->entry < feed->entry_count; cursor->entry++) {
		const struct as_api_entry *entry = &feed->entries[cursor->entry];
		if (is_for(entry, &cursor->reader) && cursor->line < entry->line_count)
			return entry;
		cursor->line = 0;
	}
	return NULL;
}

static int write_batch(struct as_contest_cursor *cursor, FILE *out)
{
	const struct as_api_entry *entry;

	if (cursor->count < cursor->skip_count && !skip_lines(cursor))
		return 0;
	while (ftell(out) < BATCH_BYTES && (entry = next_entry(cursor))) {
		if (write_line(cursor, entry, out))
			return -1;
		cursor->line++;
	}
	return 0;
}

static int make_batch(struct as_contest_cursor *cursor, struct as_error *error)
{
	FILE *out;
	int failed;

	as_bytes_clear(&cursor->batch);
	cursor->taken = 0;
	out = open_memstream(&cursor->batch.data, &cursor->batch.size);
	if (!out)
		return as_error_no_memory(error);
	as_contest_log_lock(cursor->log);
	failed = write_batch(cursor, out);
	as_contest_log_unlock(cursor->log);
	if (fclose(out) || failed) {
		as_bytes_clear(&cursor->batch);
		return as_error_no_memory(error);
	}
	return 0;
}

/* ---- cursors ---- */

/* Another server of the store may have sent lines that are not in this server's state yet: the
 * cursor skips these lines when they come. */
static int find_start(struct as_contest_cursor *cursor, const char *token, struct as_error *error)
{
	uint64_t count = 0;
	bool is_found, failed;

	as_contest_log_lock(cursor->log);
	failed = cursor->api->feed.failed;
	if (token && *token)
		count = as_api_token_parse(token, cursor->feed);
	cursor->skip_count = count;
	is_found = !token || !*token ||
		   (count && (skip_lines(cursor) || count - cursor->count <= LEAD_MAX));
	as_contest_log_unlock(cursor->log);
	if (failed)
		return as_error_no_memory(error);
	if (!is_found)
		return as_error_set(error, AS_ERROR_USAGE,
			"since_token is not a token of this feed: read it from the beginning");
	return 0;
}

struct as_contest_cursor *as_contest_feed_open(const struct as_contest_api *api,
	struct as_contest_log *log, const struct as_contest_api_reader *reader, const char *token,
	struct as_error *error)
{
	struct as_contest_cursor *cursor = calloc(1, sizeof(*cursor));

	if (!cursor) {
		as_error_no_memory(error);
		return NULL;
	}
	cursor->api = api;
	cursor->log = log;
	cursor->reader = *reader;
	name_feed(api, log, reader, cursor->feed);
	if (find_start(cursor, token, error)) {
		as_contest_feed_close(cursor);
		return NULL;
	}
	return cursor;
}

void as_contest_feed_close(struct as_contest_cursor *cursor)
{
	if (!cursor)
		return;
	as_bytes_clear(&cursor->batch);
	free(cursor);
}

ssize_t as_contest_feed_read(
	struct as_contest_cursor *cursor, char *bytes, size_t size, struct as_error *error)
{
	if (cursor->taken == cursor->batch.size && make_batch(cursor, error))
		return -1;
	const size_t left = cursor->batch.size - cursor->taken, count = left < size ? left : size;
	if (count == 0)
		return 0;
	memcpy(bytes, cursor->batch.data + cursor->taken, count);
	cursor->taken += count;
	if (cursor->taken == cursor->batch.size) {
		as_bytes_clear(&cursor->batch);
		cursor->taken = 0;
	}
	return (ssize_t)count;
}

static uint64_t count_lines(
	const struct as_api_feed *feed, const struct as_contest_api_reader *reader)
{
	const enum as_api_audience audience = audience_of(reader);

	if (audience != AS_API_OWNER)
		return feed->line_counts.lines[audience];
	return feed->line_counts.lines[AS_API_OTHERS] +
	       (uint64_t)(reader->team < feed->line_counts.team_count
				  ? feed->line_counts.team_lines[reader->team]
				  : 0);
}

char *as_contest_feed_token(const struct as_contest_api *api, struct as_contest_log *log,
	const struct as_contest_api_reader *reader, char token[AS_CONTEST_TOKEN_SIZE])
{
	char name[AS_API_FEED_HEX + 1];
	uint64_t count;

	name_feed(api, log, reader, name);
	as_contest_log_lock(log);
	count = count_lines(&api->feed, reader);
	as_contest_log_unlock(log);
	as_api_token_write(name, count, token, AS_CONTEST_TOKEN_SIZE);
	return token;
}
