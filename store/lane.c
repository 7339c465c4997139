/* SPDX-License-Identifier: MIT */
/* The words of lanes, and the calls about lanes to a back end. */
#include "back.h"
#include "texts.h"
#include "worker.h"

#include <assay/store/lane.h>

#include <string.h>

#define FORMAT "format:"
#define TABLE "table:"
#define GROUP "group:"
#define LANGUAGE "language:"
#define MODULES "modules:"
#define ISOLATED "sandbox:full"
#define TABLE_DIGITS 16

/* ---- words ---- */

static int add_word(char ***words, const char *prefix, const char *text, struct as_error *error)
{
	return as_names_add(words, as_text_format(error, "%s%s", prefix, text), error);
}

/* Sorts and joins, without duplicates. On the heap. */
static char *join(char **items, size_t count, const char *between, struct as_error *error)
{
	AS_AUTO_FREE char *text = NULL;
	size_t size = 0;
	AS_AUTO_FILE FILE *out = open_memstream(&text, &size);

	if (count)
		qsort(items, count, sizeof(*items), as_names_compare);
	for (size_t i = 0; out && i < count; i++)
		if (i == 0 || strcmp(items[i], items[i - 1]) != 0)
			fprintf(out, "%s%s", i ? between : "", items[i]);
	if (!out || fflush(out) || ferror(out)) {
		as_error_no_memory(error);
		return NULL;
	}
	fclose(as_steal(out));
	return as_steal(text);
}

/* ---- lanes ---- */

static int add_modules(char ***words, const struct as_engine_config *engine, struct as_error *error)
{
	size_t count = 0;

	while (engine->modules && engine->modules[count])
		count++;
	AS_AUTO_FREE char **modules = calloc(count + 1, sizeof(*modules));
	if (!modules)
		return as_error_no_memory(error);
	for (size_t i = 0; i < count; i++)
		modules[i] = (char *)engine->modules[i];
	AS_AUTO_FREE char *list = join(modules, count, ",", error);
	return list ? add_word(words, MODULES, list, error) : -1;
}

static int add_table(char ***words, const struct as_languages *languages, struct as_error *error)
{
	char hex[AS_DIGEST_HEX_SIZE];

	as_worker_digest_languages(languages, hex);
	hex[TABLE_DIGITS] = '\0';
	return add_word(words, TABLE, hex, error);
}

static char *write_lane(const struct as_engine_config *engine, const char *const *languages,
	const char *language, const char *group, bool isolated, struct as_error *error)
{
	AS_AUTO_NAMES char **words = NULL;
	char *lane = NULL;
	int failed = add_word(&words, FORMAT, AS_RESULT_FORMAT, error) ||
		     add_modules(&words, engine, error) ||
		     add_table(&words, engine->languages, error) ||
		     (language && add_word(&words, LANGUAGE, language, error)) ||
		     (group && add_word(&words, GROUP, group, error)) ||
		     (isolated && add_word(&words, ISOLATED, "", error));

	for (; *languages && !failed; languages++)
		failed = add_word(&words, LANGUAGE, *languages, error);
	if (!failed)
		lane = join(words, as_names_count(words), " ", error);
	return lane;
}

char *as_lane_write(const struct as_engine_config *engine, const char *const *languages,
	const char *language, const char *group, struct as_error *error)
{
	return write_lane(engine, languages, language, group, !engine->weak_sandbox, error);
}

char *as_lane_offer(const struct as_engine_config *engine, const char *const *languages,
	const char *group, bool isolated, struct as_error *error)
{
	return write_lane(engine, languages, NULL, group, isolated, error);
}

int as_lane_check_group(const char *group, struct as_error *error)
{
	static const char letters[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
				      "0123456789._-";
	const size_t length = strlen(group);

	char shown[100];

	return length && length <= 64 && strspn(group, letters) == length
		       ? 0
		       : as_error_set(error, AS_ERROR_USAGE,
				 "invalid name '%s' of a group of machines; use 1 to 64 letters, "
				 "digits, '.', '_' and '-'",
				 as_text_printable(group, length, shown, sizeof(shown)));
}

static bool has_word(const char *offer, const char *word, size_t length)
{
	for (const char *at = offer; *at; at += strspn(at, " ")) {
		const size_t other = strcspn(at, " ");
		if (other == length && memcmp(at, word, length) == 0)
			return true;
		at += other;
	}
	return false;
}

bool as_lane_suits(const char *lane, const char *offer)
{
	for (const char *at = lane; *at; at += strspn(at, " ")) {
		const size_t length = strcspn(at, " ");
		if (length && !has_word(offer, at, length))
			return false;
		at += length;
	}
	return true;
}

bool as_lane_is_of_program(const char *lane, const char *own)
{
	static const char *const prefixes[] = {FORMAT, TABLE};

	for (const char *at = own; *at; at += strspn(at, " ")) {
		const size_t length = strcspn(at, " ");
		for (size_t i = 0; i < sizeof(prefixes) / sizeof(*prefixes); i++)
			if (strncmp(at, prefixes[i], strlen(prefixes[i])) == 0 &&
				!has_word(lane, at, length))
				return false;
		at += length;
	}
	return true;
}

/* Words of newer versions are shown as they are. */
static void show_word(const char *word, size_t length, FILE *out)
{
	static const char *const prefixes[] = {GROUP, LANGUAGE, MODULES, "sandbox:"};
	static const char *const before[] = {"group ", "", "modules ", "isolation "};
	const char *between = ftell(out) > 0 ? ", " : "";
	char shown[256];

	for (size_t i = 0; i < sizeof(prefixes) / sizeof(*prefixes); i++) {
		const size_t prefix = strlen(prefixes[i]);
		if (length <= prefix || memcmp(word, prefixes[i], prefix) != 0)
			continue;
		as_text_printable(word + prefix, length - prefix, shown, sizeof(shown));
		fprintf(out, "%s%s%s", between, before[i], shown);
	}
}

char *as_lane_text(const char *lane, struct as_error *error)
{
	AS_AUTO_FREE char *text = NULL;
	size_t size = 0;
	AS_AUTO_FILE FILE *out = open_memstream(&text, &size);

	for (const char *at = lane; out && *at; at += strspn(at, " ")) {
		const size_t length = strcspn(at, " ");
		show_word(at, length, out);
		at += length;
	}
	if (!out || fflush(out) || ferror(out)) {
		as_error_no_memory(error);
		return NULL;
	}
	fclose(as_steal(out));
	return as_steal(text);
}

/* ---- the store ---- */

/* One step along the index for each lane. */
#define STEPS                                                                                      \
	"WITH RECURSIVE step AS (SELECT (SELECT job.lane FROM job WHERE state = 0 ORDER BY"        \
	" job.lane LIMIT 1) AS lane UNION ALL SELECT (SELECT job.lane FROM job WHERE state = 0"    \
	" AND job.lane > step.lane ORDER BY job.lane LIMIT 1) FROM step"                           \
	" WHERE step.lane IS NOT NULL)"

char **as_store_lanes_read(struct as_store *store, struct as_error *error)
{
	static const struct as_statement list = {
		.text = STEPS " SELECT lane FROM step WHERE lane IS NOT NULL"};
	AS_AUTO_NAMES char **lanes = calloc(1, sizeof(*lanes));
	AS_ROWS rows = {0};
	int found = lanes ? as_store_query(store, &list, NULL, &rows, error)
			  : as_error_no_memory(error);

	for (; found == 1; found = as_rows_next(&rows, error)) {
		char *lane = NULL;
		if (as_rows_take_text(&rows, 0, &lane, error) || as_names_add(&lanes, lane, error))
			return NULL;
	}
	return found < 0 ? NULL : as_steal(lanes);
}

int as_store_job_lane(struct as_store *store, int64_t job, char **lane, enum as_store_state *state,
	struct as_error *error)
{
	static const struct as_statement find = {
		.text = "SELECT lane, state FROM job WHERE id = $1 AND state IN (0, 1)"};
	AS_ROWS rows = {0};

	*lane = NULL;
	const int found = as_store_query(store, &find, AS_VALUES(AS_INT(job)), &rows, error);
	if (found <= 0)
		return found;
	*state = (enum as_store_state)as_rows_number(&rows, 1);
	return as_rows_take_text(&rows, 0, lane, error) ? -1 : 1;
}

int as_store_serve(
	struct as_store *store, const char *const *lanes, size_t count, struct as_error *error)
{
	return count ? store->workers->serve(store->back, lanes, count, error) : 0;
}

void as_store_unserved_free(struct as_store_unserved *unserved, size_t count)
{
	for (size_t i = 0; i < count; i++)
		free(unserved[i].lane);
	free(unserved);
}

int as_store_unserved_read(struct as_store *store, struct as_store_unserved **unserved,
	size_t *count, struct as_error *error)
{
	/* The lanes that no session serves (postgres/lane.c), with the number of jobs in each. A
	 * lane is left out while its first job is newer than 3 s. A time in the future, after the
	 * clock was set back, counts as older. */
	static const struct as_statement read = {"", STEPS
		", served AS MATERIALIZED (SELECT objid FROM pg_locks"
		" WHERE locktype = 'advisory'"
		" AND classid = " AS_PG_LOCK_LANE " AND objsubid = 2 AND database ="
		" (SELECT oid FROM pg_database WHERE datname = current_database()))"
		" SELECT lane, (SELECT count(*) FROM job WHERE state = 0 AND job.lane = step.lane)"
		" FROM step WHERE lane IS NOT NULL AND NOT EXISTS (SELECT 1 FROM served"
		" WHERE objid::bigint = (hashtext(step.lane)::bigint & 4294967295))"
		" AND (SELECT received FROM job JOIN submission"
		" ON submission.id = job.submission WHERE state = 0 AND job.lane = step.lane"
		" ORDER BY job.class, job.priority DESC, job.tag, job.id LIMIT 1)"
		" NOT BETWEEN now_ms() - 3000 AND now_ms()"};
	AS_ROWS rows = {0};
	int found;

	*unserved = NULL;
	*count = 0;
	for (found = as_store_query(store, &read, NULL, &rows, error); found == 1;
		found = as_rows_next(&rows, error)) {
		if (!as_array_reserve(*unserved, *count, error))
			break;
		struct as_store_unserved *lane = &(*unserved)[(*count)++];
		lane->jobs = (uint64_t)as_rows_number(&rows, 1);
		if (as_rows_take_text(&rows, 0, &lane->lane, error))
			break;
	}
	if (found == 0)
		return 0;
	as_store_unserved_free(as_steal(*unserved), *count);
	*count = 0;
	return -1;
}
