/* SPDX-License-Identifier: MIT */
/*
 * The text of the runs of a process: [[job, attempt, [[test, "AC", time_ns], ...]], ...]. It is
 * untrusted: jobs that the process has not claimed are skipped.
 */
#include "back.h"

#include <assay/store/runs.h>

#include <inttypes.h>
#include <string.h>

/* Room for the end of a text. */
#define END_BYTES 64

/* ---- writing ---- */

static bool has_room(FILE *out)
{
	return ftell(out) < AS_STORE_RUNS_MAX_BYTES - END_BYTES;
}

static void write_going(FILE *out, const struct as_store_going *going)
{
	fprintf(out, "[%" PRId64 ",%" PRId64 ",[", going->job, going->attempt);
	for (size_t i = 0; i < going->run_count && has_room(out); i++)
		fprintf(out, "%s[%" PRIu32 ",\"%s\",%" PRId64 "]", i ? "," : "",
			going->runs[i].test,
			as_verdict_name((enum as_verdict)going->runs[i].verdict),
			going->runs[i].time_ns);
	fputs("]]", out);
}

int as_store_runs_write(struct as_store *store, const struct as_store_going *going, size_t count,
	struct as_error *error)
{
	AS_AUTO_FREE char *text = NULL;
	size_t size = 0;

	if (!store->workers->write_runs)
		return 0;
	AS_AUTO_FILE FILE *out = open_memstream(&text, &size);
	if (!out)
		return as_error_no_memory(error);
	fputc('[', out);
	for (size_t i = 0; i < count && has_room(out); i++) {
		fputs(i ? "," : "", out);
		write_going(out, &going[i]);
	}
	fputc(']', out);
	if (fclose(as_steal(out)))
		return as_error_no_memory(error);
	return store->workers->write_runs(store->back, text, error);
}

/* ---- reading ---- */

/* Of a text: each is searched for among the claims, and a hostile worker can write thousands. */
#define MAX_JOBS 1024

struct reading {
	struct as_store_run *runs;
	size_t count;
};

/* True if the claims ("JOB ATTEMPT" lines) have this one. */
static bool has_claim(const char *claims, int64_t job, int64_t attempt)
{
	for (const char *at = claims; *at; at += strcspn(at, "\n"), at += *at == '\n') {
		char *end;
		if (strtoll(at, &end, 10) == job && strtoll(end, NULL, 10) == attempt)
			return true;
	}
	return false;
}

/* False: it is not a run. */
static bool read_run(int64_t job, const json_t *item, struct as_store_run *run)
{
	const json_t *test = json_array_get(item, 0), *name = json_array_get(item, 1),
		     *time = json_array_get(item, 2);
	enum as_verdict verdict;

	if (!json_is_integer(test) || json_integer_value(test) < 0 ||
		json_integer_value(test) > INT32_MAX || !json_is_string(name) ||
		as_verdict_parse(json_string_value(name), &verdict) || !json_is_integer(time) ||
		json_integer_value(time) < -1)
		return false;
	*run = (struct as_store_run){job, (uint32_t)json_integer_value(test), (uint8_t)verdict,
		json_integer_value(time)};
	return true;
}

static int add_runs(
	struct reading *reading, int64_t job, const json_t *list, struct as_error *error)
{
	for (size_t i = 0; i < json_array_size(list); i++) {
		if (!as_array_reserve(reading->runs, reading->count, error))
			return -1;
		reading->count +=
			read_run(job, json_array_get(list, i), &reading->runs[reading->count]);
	}
	return 0;
}

static int take_runs(void *context, const char *claims, const char *text, struct as_error *error)
{
	AS_AUTO_JSON json_t *jobs = json_loads(text, JSON_REJECT_DUPLICATES, NULL);

	for (size_t i = 0; i < json_array_size(jobs) && i < MAX_JOBS; i++) {
		const json_t *item = json_array_get(jobs, i);
		const int64_t job = json_integer_value(json_array_get(item, 0)),
			      attempt = json_integer_value(json_array_get(item, 1));
		if (has_claim(claims, job, attempt) &&
			add_runs(context, job, json_array_get(item, 2), error))
			return -1;
	}
	return 0;
}

int as_store_runs_read(struct as_store *store, int64_t space, struct as_store_run **runs,
	size_t *count, struct as_error *error)
{
	struct reading reading = {0};
	int failed = 0;

	if (store->workers->read_runs)
		failed = store->workers->read_runs(store->back, space, take_runs, &reading, error);
	if (failed) {
		free(reading.runs);
		reading = (struct reading){0};
	}
	*runs = reading.runs;
	*count = reading.count;
	return failed;
}
