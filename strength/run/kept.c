/* SPDX-License-Identifier: MIT */
/*
 * Results of earlier measurements, in the cache of `assay verify`. The row of a program depends on
 * the tests and validators of the package, this machine and command, the program's files, and its
 * time limit. This limit comes from the time of the original, which varies from run to run, so the
 * times of originals are kept as well.
 */
#include "measure.h"

#include <assay/base/record.h>
#include <string.h>

#define ROW_FORMAT "assay-strength-row/1"
#define ORIGINAL_FORMAT "assay-strength-original/2"

int kept_open(struct measuring *measuring, struct as_error *error)
{
	const struct as_engine_config *settings = as_engine_settings(measuring->order->engine);
	char machine[AS_DIGEST_HEX_SIZE];
	struct as_digest digest;

	if (as_verify_digest_machine(settings, machine, error))
		return -1;
	measuring->cache = as_result_cache_open(settings->cache_dir);
	as_digest_init(&digest);
	as_digest_add_text(&digest, machine);
	as_digest_add_text(&digest, measuring->package->digest);
	as_digest_end(&digest, measuring->keys.rows);
	return 0;
}

/* ---- keys ---- */

static void add_bytes(struct as_digest *digest, const struct as_bytes *bytes)
{
	as_digest_add(digest, &bytes->size, sizeof(bytes->size));
	as_digest_add(digest, bytes->data, bytes->size);
}

/* `text` replaces the only file; NULL: nothing does. */
static void add_program(
	struct as_digest *digest, const struct origin *origin, const struct as_bytes *text)
{
	const struct as_sources *sources = &origin->submitted.sources;

	as_digest_add_text(digest, origin->start.language);
	as_digest_add_text(digest, origin->start.entry_point);
	for (size_t i = 0; i < sources->count; i++) {
		as_digest_add_text(digest, sources->files[i].name);
		add_bytes(digest, text ? text : &sources->files[i].data);
	}
	as_digest_add_text(digest, NULL);
}

/* Of an accepted submission that no mutants are made of (`source` is NULL), less is known. */
static void make_original_key(const struct measuring *measuring, const struct origin *origin,
	const struct as_strength_source *source, char key[AS_DIGEST_HEX_SIZE])
{
	struct as_digest digest;

	as_digest_init(&digest);
	as_digest_add_text(&digest, ORIGINAL_FORMAT);
	as_digest_add_text(&digest, measuring->keys.rows);
	as_digest_add_text(&digest, source ? "source" : "other");
	add_program(&digest, origin, NULL);
	as_digest_end(&digest, key);
}

/* A mutant is compared with the points of its original. */
static int make_row_key(const struct trial *trial, char key[AS_DIGEST_HEX_SIZE])
{
	const struct measuring *measuring = trial->measuring;
	const size_t source = measuring->report->programs[trial->index].source;
	const struct origin *original = &measuring->origins[source];
	const struct as_bytes *whole = &original->submitted.sources.files[0].data;
	AS_AUTO_BYTES struct as_bytes text = {0};
	struct as_digest digest;

	if (trial->mutation &&
		as_mutant_apply(trial->mutation, whole->data, whole->size, &text, NULL))
		return -1;
	as_digest_init(&digest);
	as_digest_add_text(&digest, ROW_FORMAT);
	as_digest_add_text(&digest, measuring->keys.rows);
	as_digest_add(&digest, &trial->limit_ns, sizeof(trial->limit_ns));
	as_digest_add(&digest, original->scores,
		measuring->package->test_count * sizeof(*original->scores));
	add_program(&digest, trial->mutation ? original : &measuring->own[trial->index],
		trial->mutation ? &text : NULL);
	as_digest_end(&digest, key);
	return 0;
}

/* ---- records ---- */

static bool is_wanted(const struct measuring *measuring)
{
	return !as_engine_settings(measuring->order->engine)->fresh;
}

static void store_record(
	const struct measuring *measuring, const char *key, struct as_record *record)
{
	AS_AUTO_BYTES struct as_bytes bytes = {0};

	if (as_record_end(record, &bytes, NULL) == 0)
		as_result_cache_store(measuring->cache, key, &bytes);
}

/* ---- originals ---- */

struct kept_original {
	int64_t time_ns, pace_ns, limit_ns;
	char code[AS_DIGEST_HEX_SIZE];
	double *scores; /* on the heap when read */
	size_t count;
};

static void visit_original(struct as_record *record, struct kept_original *kept)
{
	as_record_signed(record, &kept->time_ns);
	as_record_signed(record, &kept->pace_ns);
	as_record_signed(record, &kept->limit_ns);
	as_record_text_in(record, kept->code, sizeof(kept->code));
	as_record_list(record, &kept->scores, &kept->count, sizeof(*kept->scores), 1);
	for (size_t i = 0; kept->scores && i < kept->count; i++)
		as_record_double(record, &kept->scores[i]);
}

bool kept_load_original(
	struct measuring *measuring, struct origin *origin, struct as_strength_source *source)
{
	struct kept_original kept = {0};
	AS_AUTO_BYTES struct as_bytes bytes = {0};
	char key[AS_DIGEST_HEX_SIZE];
	struct as_record record;

	make_original_key(measuring, origin, source, key);
	if (!is_wanted(measuring) || !as_result_cache_find(measuring->cache, key, &bytes) ||
		as_record_open(&record, ORIGINAL_FORMAT, bytes.data, bytes.size, NULL) != 1)
		return false;
	visit_original(&record, &kept);
	if (as_record_close(&record, NULL) || kept.count != measuring->package->test_count) {
		free(kept.scores);
		return false;
	}
	origin->scores = kept.scores;
	origin->limit_ns = kept.limit_ns;
	memcpy(origin->code, kept.code, sizeof(origin->code));
	if (source) {
		source->time_ns = kept.time_ns;
		source->pace_ns = kept.pace_ns;
	}
	return true;
}

void kept_store_original(const struct measuring *measuring, const struct origin *origin,
	const struct as_strength_source *source)
{
	struct kept_original kept = {.time_ns = source ? source->time_ns : 0,
		.pace_ns = source ? source->pace_ns : 0,
		.limit_ns = origin->limit_ns,
		.scores = origin->scores,
		.count = measuring->package->test_count};
	char key[AS_DIGEST_HEX_SIZE];
	struct as_record record;

	memcpy(kept.code, origin->code, sizeof(kept.code));
	make_original_key(measuring, origin, source, key);
	as_record_begin(&record, ORIGINAL_FORMAT);
	visit_original(&record, &kept);
	store_record(measuring, key, &record);
}

/* ---- rows ---- */

struct kept_row {
	bool is_refused;
	char code[AS_DIGEST_HEX_SIZE];
	struct as_bytes verdicts; /* as in the matrix; empty: it was not judged */
};

static void visit_row(struct as_record *record, struct kept_row *row)
{
	as_record_flag(record, &row->is_refused);
	as_record_text_in(record, row->code, sizeof(row->code));
	as_record_bytes(record, &row->verdicts);
}

static bool read_row(const struct as_bytes *bytes, struct kept_row *row)
{
	struct as_record record;

	if (as_record_open(&record, ROW_FORMAT, bytes->data, bytes->size, NULL) != 1)
		return false;
	visit_row(&record, row);
	return as_record_close(&record, NULL) == 0;
}

static unsigned char *verdicts_of(const struct trial *trial)
{
	const struct as_matrix *matrix = &trial->measuring->report->matrix;

	return matrix->verdicts + trial->index * matrix->stride;
}

static void take_row(struct trial *trial, const struct kept_row *row)
{
	trial->is_refused = row->is_refused;
	memcpy(trial->code, row->code, sizeof(trial->code));
	trial->has_row = row->verdicts.size > 0;
	if (trial->has_row)
		memcpy(verdicts_of(trial), row->verdicts.data, row->verdicts.size);
}

bool kept_load_row(struct trial *trial)
{
	const struct measuring *measuring = trial->measuring;
	AS_AUTO_BYTES struct as_bytes bytes = {0};
	struct kept_row row = {0};
	bool found = false;

	if (make_row_key(trial, trial->key))
		trial->key[0] = '\0';
	if (trial->key[0] && is_wanted(measuring) &&
		as_result_cache_find(measuring->cache, trial->key, &bytes))
		found = read_row(&bytes, &row) &&
			(!row.verdicts.size || row.verdicts.size == measuring->package->test_count);
	if (found)
		take_row(trial, &row);
	as_bytes_clear(&row.verdicts);
	return found;
}

/* The reason of a refusal may be the machine, as a compilation that took too long. */
static bool is_refused_for_good(const struct trial *trial)
{
	const struct as_program *program = as_compiled_program(trial->compiled);

	return program && strcmp(program->reason, "compiler") == 0;
}

void kept_store_row(const struct trial *trial)
{
	const size_t test_count = trial->measuring->package->test_count;
	const enum as_mutant_state state = trial->measuring->report->programs[trial->index].state;
	struct kept_row row = {.is_refused = trial->is_refused};
	struct as_record record;

	if (!trial->key[0] || state == AS_MUTANT_FAULT ||
		(trial->is_refused && !is_refused_for_good(trial)) ||
		memchr(verdicts_of(trial), AS_VERDICT_JE, test_count))
		return;
	memcpy(row.code, trial->code, sizeof(row.code));
	if (state == AS_MUTANT_KILLED || state == AS_MUTANT_SURVIVED)
		row.verdicts =
			(struct as_bytes){.data = (char *)verdicts_of(trial), .size = test_count};
	as_record_begin(&record, ROW_FORMAT);
	visit_row(&record, &row);
	store_record(trial->measuring, trial->key, &record);
}
