/* SPDX-License-Identifier: MIT */
/* Searches of earlier measurements, in the cache. A search also depends on the seed and on the
 * package's generators, input validators and submissions, of which one makes the answers. */
#include "gaps.h"

#include <assay/base/record.h>
#include <string.h>

#define SEARCH_FORMAT "assay-strength-search/3"
/* Larger inputs are searched again. */
#define MAX_BYTES (1 << 20)

int kept_begin_searches(struct measuring *measuring, struct as_error *error)
{
	static const char *const trees[] = {
		"generators", "input_validators", "input_format_validators", "submissions"};
	const struct as_engine_config *settings = as_engine_settings(measuring->order->engine);
	char tree[AS_DIGEST_HEX_SIZE];
	struct as_digest digest;

	as_digest_init(&digest);
	as_digest_add_text(&digest, SEARCH_FORMAT);
	as_digest_add_text(&digest, measuring->order->seed);
	for (size_t i = 0; i < sizeof(trees) / sizeof(*trees); i++) {
		if (as_verify_digest_tree(
			    measuring->package, trees[i], settings->cancel, tree, error))
			return -1;
		as_digest_add_text(&digest, tree);
	}
	as_digest_end(&digest, measuring->keys.searches);
	return 0;
}

/* The row's key stands for the program, the package and the machine. */
static void make_key(
	const struct measuring *measuring, const struct trial *trial, char key[AS_DIGEST_HEX_SIZE])
{
	struct as_digest digest;

	as_digest_init(&digest);
	as_digest_add_text(&digest, measuring->keys.searches);
	as_digest_add_text(&digest, trial->key);
	as_digest_end(&digest, key);
}

/* ---- records ---- */

struct kept_search {
	bool is_gap, is_validated, accepts_anything;
	int64_t time_ns;
	uint64_t tried, verdict;
	char *folder, *like; /* the name of a test */
	char *ignores_seed;  /* borrowed when it is stored */
	struct as_bytes input, answer;
	struct as_stress_draws draws;
	char **homes; /* names of tests */
	size_t home_count;
};

static void draw_visit(struct as_record *record, struct as_stress_draw *draw)
{
	uint64_t tried = draw->tried, failed = draw->failed;

	as_record_text(record, &draw->test);
	as_record_number(record, &tried, UINT_MAX);
	as_record_number(record, &failed, tried);
	as_record_require(record, draw->test);
	draw->tried = (unsigned)tried;
	draw->failed = (unsigned)failed;
}

static void search_visit(struct as_record *record, struct kept_search *search)
{
	as_record_flag(record, &search->is_gap);
	as_record_flag(record, &search->is_validated);
	as_record_flag(record, &search->accepts_anything);
	as_record_text(record, &search->ignores_seed);
	as_record_signed(record, &search->time_ns);
	as_record_number(record, &search->tried, UINT64_MAX);
	as_record_number(record, &search->verdict, AS_VERDICT_CE);
	as_record_text(record, &search->folder);
	as_record_text(record, &search->like);
	as_record_bytes(record, &search->input);
	as_record_bytes(record, &search->answer);
	as_record_list(record, &search->draws.items, &search->draws.count,
		sizeof(*search->draws.items), 3);
	for (size_t i = 0; i < search->draws.count; i++)
		draw_visit(record, &search->draws.items[i]);
	as_record_list(record, &search->homes, &search->home_count, sizeof(*search->homes), 1);
	for (size_t i = 0; search->homes && i < search->home_count; i++)
		as_record_text(record, &search->homes[i]);
}

static void search_clear(struct kept_search *search)
{
	free(search->folder);
	free(search->like);
	free(search->ignores_seed);
	as_bytes_clear(&search->input);
	as_bytes_clear(&search->answer);
	as_stress_draws_clear(&search->draws);
	for (size_t i = 0; search->homes && i < search->home_count; i++)
		free(search->homes[i]);
	free(search->homes);
}

static bool search_read(const struct as_bytes *bytes, struct kept_search *search)
{
	struct as_record record;

	if (as_record_open(&record, SEARCH_FORMAT, bytes->data, bytes->size, NULL) != 1)
		return false;
	search_visit(&record, search);
	return as_record_close(&record, NULL) == 0;
}

/* ---- a program ---- */

static const struct as_test *find_like(const struct as_package *package, const char *name)
{
	for (size_t i = 0; name && i < package->test_count; i++)
		if (strcmp(package->tests[i].name, name) == 0)
			return &package->tests[i];
	return NULL;
}

/* False: a test is not in the package. */
static bool take_homes(const struct as_package *package, struct as_strength_program *program,
	const struct kept_search *found)
{
	program->gap.homes = calloc(found->home_count + 1, sizeof(const struct as_test *));
	for (size_t i = 0; program->gap.homes && i < found->home_count; i++) {
		const struct as_test *home = find_like(package, found->homes[i]);
		if (home)
			program->gap.homes[program->gap.home_count++] = home;
	}
	if (program->gap.homes && program->gap.home_count == found->home_count)
		return true;
	free(as_steal(program->gap.homes));
	program->gap.home_count = 0;
	return false;
}

static void search_take(
	struct measuring *measuring, struct as_strength_program *program, struct kept_search *found)
{
	struct as_stress_report what = {.is_validated = found->is_validated,
		.accepts_anything = found->accepts_anything,
		.ignores_seed = found->ignores_seed};

	measure_note_search(measuring, &what);
	found->ignores_seed = what.ignores_seed;
	program->tried = found->tried;
	if (!found->is_gap)
		return;
	program->state = AS_MUTANT_GAP;
	program->gap.first = (size_t)(program - measuring->report->programs);
	program->gap.verdict = (enum as_verdict)found->verdict;
	program->gap.like = find_like(measuring->package, found->like);
	program->gap.folder = as_steal(found->folder);
	program->gap.input = found->input;
	program->gap.answer = found->answer;
	program->gap.draws = found->draws;
	found->input = found->answer = (struct as_bytes){0};
	found->draws = (struct as_stress_draws){0};
}

/* A search with more time would have ended at the same moment. */
static bool was_enough(const struct kept_search *found)
{
	return found->time_ns >= ENOUGH_SEARCH_NS && found->tried >= AS_STRESS_ENOUGH;
}

bool kept_load_search(struct measuring *measuring, const struct trial *trial, int64_t time_ns)
{
	AS_AUTO(search_clear) struct kept_search found = {0};
	AS_AUTO_BYTES struct as_bytes bytes = {0};
	char key[AS_DIGEST_HEX_SIZE];

	make_key(measuring, trial, key);
	if (!trial->key[0] || as_engine_settings(measuring->order->engine)->fresh ||
		!as_result_cache_find(measuring->cache, key, &bytes) ||
		!search_read(&bytes, &found))
		return false;
	struct as_strength_program *program = &measuring->report->programs[trial->index];
	if (found.is_gap ? !found.folder || !find_like(measuring->package, found.like) ||
				   !take_homes(measuring->package, program, &found)
			 : found.time_ns < time_ns && !was_enough(&found))
		return false;
	search_take(measuring, program, &found);
	return true;
}

void kept_store_search(const struct measuring *measuring, const struct trial *trial,
	int64_t time_ns, const struct as_stress_report *found)
{
	const struct as_strength_report *report = measuring->report;
	const struct as_strength_program *program = &report->programs[trial->index];
	const bool is_gap = program->state == AS_MUTANT_GAP;
	struct kept_search search = {.is_gap = is_gap,
		.is_validated = found->is_validated,
		.accepts_anything = found->accepts_anything,
		.ignores_seed = found->ignores_seed ? found->ignores_seed : report->ignores_seed,
		.time_ns = time_ns,
		.tried = program->tried,
		.verdict = program->gap.verdict,
		.folder = program->gap.folder,
		.like = is_gap ? program->gap.like->name : NULL,
		.input = program->gap.input,
		.answer = program->gap.answer,
		.draws = program->gap.draws};
	AS_AUTO_FREE char **homes = calloc(program->gap.home_count + 1, sizeof(*homes));
	AS_AUTO_BYTES struct as_bytes bytes = {0};
	char key[AS_DIGEST_HEX_SIZE];
	struct as_record record;

	for (size_t i = 0; homes && i < program->gap.home_count; i++)
		homes[search.home_count++] = program->gap.homes[i]->name;
	search.homes = homes;
	if (!homes || !trial->key[0] || search.input.size + search.answer.size > MAX_BYTES)
		return;
	make_key(measuring, trial, key);
	as_record_begin(&record, SEARCH_FORMAT);
	search_visit(&record, &search);
	if (as_record_end(&record, &bytes, NULL) == 0)
		as_result_cache_store(measuring->cache, key, &bytes);
}
