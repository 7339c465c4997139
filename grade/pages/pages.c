/* SPDX-License-Identifier: MIT */
/* The people of the class, and the removal of old files. */
#include "state.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>

/* ---- open and close ---- */

static int open_folder(int dir_fd, const char *name, struct as_error *error)
{
	if (as_dir_make(dir_fd, name, 0700, error) < 0)
		return -1;
	return as_dir_open(dir_fd, name, error);
}

struct as_pages *as_pages_open(const struct as_pages_config *config, struct as_error *error)
{
	struct as_pages *pages = calloc(1, sizeof(*pages));

	if (!pages) {
		as_error_no_memory(error);
		return NULL;
	}
	*pages = (struct as_pages){
		.config = *config, .people_fd = -1, .pairs_fd = -1, .code_fd = -1};
	pthread_mutex_init(&pages->lock, NULL);
	pages->people_fd = open_folder(config->dir_fd, "people", error);
	pages->pairs_fd = pages->people_fd < 0 ? -1 : open_folder(config->dir_fd, "pairs", error);
	pages->code_fd = pages->pairs_fd < 0 ? -1 : open_folder(config->dir_fd, "code", error);
	if (pages->code_fd >= 0)
		return pages;
	as_pages_close(pages);
	return NULL;
}

static void clear_entered(const struct as_pages *pages, struct as_entered *person)
{
	for (size_t p = 0; person->works && p < pages->config.scheme->package_count; p++) {
		free(person->works[p].cells);
		free(person->works[p].entry);
	}
	free(person->works);
	free(person->marks);
	free(person->id);
	free(person->name);
	free(person->key);
	as_names_free(person->needs);
	as_names_free(person->texts);
	free(person->unmarked);
	free(person->change);
	free(person->why);
}

void as_pages_close(struct as_pages *pages)
{
	if (!pages)
		return;
	for (size_t i = 0; i < pages->count; i++)
		clear_entered(pages, &pages->people[i]);
	free(pages->people);
	as_page_medians_free(pages);
	free(pages->pairs);
	free(pages->fulls_e4);
	as_pages_shared_free(pages);
	if (pages->people_fd >= 0)
		close(pages->people_fd);
	if (pages->pairs_fd >= 0)
		close(pages->pairs_fd);
	if (pages->code_fd >= 0)
		close(pages->code_fd);
	pthread_mutex_destroy(&pages->lock);
	free(pages);
}

/* ---- entering ---- */

/* A safe file name, which is neither hidden nor looks like an option. */
static bool is_harmless(const char *key)
{
	static const char letters[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
				      "0123456789._-@+";

	return *key && *key != '.' && *key != '-' && strlen(key) <= AS_MAX_PAGE_KEY &&
	       key[strspn(key, letters)] == '\0';
}

static int check_key(const struct as_pages *pages, const char *key, struct as_error *error)
{
	if (!is_harmless(key))
		return as_error_set(error, AS_ERROR_INTERNAL,
			"the page of a student cannot be a file named '%s'", key);
	for (size_t i = 0; i < pages->count; i++)
		if (strcmp(pages->people[i].key, key) == 0)
			return as_error_set(error, AS_ERROR_INTERNAL,
				"two students have pages named '%s'", key);
	return 0;
}

static bool copy_text(const char *text, char **copy)
{
	*copy = text ? strdup(text) : NULL;
	return !text || *copy;
}

static size_t count_texts(const char *const *texts)
{
	size_t count = 0;

	while (texts && texts[count])
		count++;
	return count;
}

static bool copy_needs(struct as_entered *entered, const struct as_page_person *person)
{
	const char *const *lists[] = {(const char *const *)person->marks->todo,
		(const char *const *)person->marks->notices};
	size_t count = 0;

	entered->counts.decisions = person->marks->decision_count;
	const size_t todo = count_texts(lists[0]), lines = todo + count_texts(lists[1]);
	entered->counts.looks = todo - entered->counts.decisions;
	entered->needs = calloc(lines + 1, sizeof(*entered->needs));
	for (size_t l = 0; entered->needs && l < 2; l++)
		for (size_t i = 0; lists[l] && lists[l][i]; i++)
			if (!copy_text(lists[l][i], &entered->needs[count++]))
				return false;
	return entered->needs;
}

static bool copy_texts(struct as_entered *entered, const struct as_page_person *person)
{
	entered->texts = calloc(count_texts(person->texts) + 1, sizeof(*entered->texts));
	for (size_t i = 0; entered->texts && person->texts && person->texts[i]; i++)
		if (!copy_text(person->texts[i], &entered->texts[i]))
			return false;
	return entered->texts;
}

static void note_state(struct as_entered *entered, const struct as_marks *marks)
{
	bool needs_person = false;

	for (size_t i = 0; i < marks->item_count; i++) {
		const struct as_item_mark *mark = &marks->items[i];
		const bool is_open = !mark->overridden && as_mark_state_is_open(mark->state);
		entered->flags.has_marks |= !is_open;
		const bool waits = mark->state == AS_MARK_AWAITED || mark->state == AS_MARK_EXCUSED;
		entered->flags.is_awaited |= is_open && waits;
		needs_person |= is_open && !waits;
	}
	entered->flags.is_awaited = entered->flags.is_awaited && !needs_person && !marks->complete;
}

static bool copy_marks(struct as_entered *entered, const struct as_marks *marks)
{
	entered->marks = calloc(marks->item_count + 1, sizeof(*entered->marks));
	for (size_t i = 0; entered->marks && i < marks->item_count; i++)
		entered->marks[i] = (struct as_entered_mark){.state = marks->items[i].state,
			.mark_e4 = marks->items[i].mark_e4,
			.full_e4 = marks->items[i].full_e4,
			.overridden = marks->items[i].overridden};
	entered->late = marks->late;
	entered->late_s = marks->late_s;
	entered->penalty_e4 = marks->penalty_e4;
	entered->total_e4 = marks->total_e4;
	entered->full_e4 = marks->full_e4;
	entered->overridden = marks->overridden;
	entered->complete = marks->complete;
	note_state(entered, marks);
	return entered->marks;
}

static bool copy_work(struct as_entered_work *entered, const struct as_work *work,
	const struct as_package *package)
{
	const struct as_result *result = work->result;

	entered->submitted = work->submitted;
	if (!result)
		return true;
	entered->verdict = result->verdict;
	entered->compiled = result->compile.verdict;
	entered->cells = calloc(package->test_count + 1, sizeof(*entered->cells));
	if (!entered->cells || (entered->compiled == AS_VERDICT_AC &&
				       !copy_text(result->compile.entry, &entered->entry)))
		return false;
	for (size_t i = 0, at = 0; i < result->test_count; i++) {
		const size_t test = as_page_test_index(package, result->tests[i].name, at);
		if (test == SIZE_MAX)
			continue;
		entered->cells[test] = as_page_cell_of(&result->tests[i]);
		at = test + 1;
	}
	return true;
}

/* True if the mark of an item that shows the test comes from that result. NULL: any test. */
static bool is_result_of(const struct as_pages *pages, size_t package, const struct as_work *work,
	const struct as_result *result, const char *test)
{
	const struct as_scheme *scheme = pages->config.scheme;

	for (size_t i = 0; i < scheme->item_count; i++) {
		const struct as_item *item = &scheme->items[i];
		if (item->package == package && as_work_result(work, item) == result &&
			(!test || as_item_shows_test(item, test)))
			return true;
	}
	return false;
}

/* A test is shown as it counts: as it was judged leniently if no mark that depends on it comes from
 * the strict result. The tests of no item are those of the strict result if a mark does. */
static bool is_lenient(
	const struct as_pages *pages, size_t package, const struct as_work *work, const char *test)
{
	if (is_result_of(pages, package, work, work->result, test))
		return false;
	return is_result_of(pages, package, work, work->lenient, test) ||
	       !is_result_of(pages, package, work, work->result, NULL);
}

static void take_lenient(const struct as_pages *pages, size_t package, const struct as_work *work,
	struct as_entered_work *entered)
{
	const struct as_package *model = pages->config.packages[package];
	const struct as_result *result = work->lenient;

	if (!result || !is_result_of(pages, package, work, result, NULL))
		return;
	for (size_t t = 0, at = 0; t < result->test_count; t++) {
		const char *name = result->tests[t].name;
		const size_t test = as_page_test_index(model, name, at);
		if (test == SIZE_MAX)
			continue;
		if (is_lenient(pages, package, work, name))
			entered->cells[test] = as_page_cell_of(&result->tests[t]);
		at = test + 1;
	}
	if (!is_result_of(pages, package, work, work->result, NULL))
		entered->verdict = result->verdict;
}

static bool copy_works(const struct as_pages *pages, struct as_entered *entered,
	const struct as_page_person *person)
{
	const size_t count = pages->config.scheme->package_count;

	entered->works = calloc(count + 1, sizeof(*entered->works));
	for (size_t p = 0; entered->works && person->works && p < count; p++)
		if (!copy_work(&entered->works[p], &person->works[p], pages->config.packages[p]))
			return false;
		else if (entered->works[p].cells)
			take_lenient(pages, p, &person->works[p], &entered->works[p]);
	return entered->works;
}

int as_pages_enter(
	struct as_pages *pages, const struct as_page_person *person, struct as_error *error)
{
	struct as_entered entered = {0};

	if (person->marks->item_count != pages->config.scheme->item_count)
		return as_error_set(error, AS_ERROR_INTERNAL,
			"marks of %zu items for a scheme of %zu", person->marks->item_count,
			pages->config.scheme->item_count);
	if (check_key(pages, person->key, error) ||
		!as_array_reserve(pages->people, pages->count, error))
		return -1;
	entered.flags.submitted = person->submitted;
	entered.flags.is_unlisted = person->is_unlisted;
	entered.flags.total_stays = person->change && person->total_stays;
	if (copy_text(person->id, &entered.id) && copy_text(person->name, &entered.name) &&
		copy_text(person->key, &entered.key) && copy_needs(&entered, person) &&
		copy_text(person->marks->unmarked, &entered.unmarked) &&
		copy_text(person->change, &entered.change) &&
		copy_text(person->why, &entered.why) && copy_texts(&entered, person) &&
		copy_marks(&entered, person->marks) && copy_works(pages, &entered, person)) {
		pages->people[pages->count++] = entered;
		return 0;
	}
	clear_entered(pages, &entered);
	return as_error_no_memory(error);
}

/* ---- what is left over ---- */

static bool is_person(const struct as_pages *pages, const char *key, size_t length)
{
	for (size_t i = 0; i < pages->count; i++)
		if (strlen(pages->people[i].key) == length &&
			memcmp(pages->people[i].key, key, length) == 0)
			return true;
	return false;
}

static bool has_code(const struct as_pages *pages, const char *key, size_t length)
{
	for (size_t i = 0; i < pages->count; i++)
		if (pages->people[i].flags.has_code && strlen(pages->people[i].key) == length &&
			memcmp(pages->people[i].key, key, length) == 0)
			return true;
	return false;
}

static bool is_pair(const struct as_pages *pages, const char *key, size_t length)
{
	for (size_t i = 0; i < pages->pair_count; i++)
		if (strlen(pages->pairs[i].key) == length &&
			memcmp(pages->pairs[i].key, key, length) == 0)
			return true;
	for (size_t i = 0; i < pages->shared_count; i++)
		if (strlen(pages->shared[i].key) == length &&
			memcmp(pages->shared[i].key, key, length) == 0)
			return true;
	return false;
}

/* Maximum number of files in a folder of pages. */
#define MAX_FILES 1000000

static int sweep_folder(const struct as_pages *pages, int dir_fd, const char *folder,
	bool (*is_kept)(const struct as_pages *pages, const char *key, size_t length),
	struct as_error *error)
{
	AS_AUTO_NAMES char **names = as_dir_list(dir_fd, MAX_FILES, error);

	if (!names)
		return -1;
	for (size_t i = 0; names[i]; i++) {
		const size_t length = as_text_stem(names[i], ".html");
		if (length == 0 || is_kept(pages, names[i], length) ||
			!as_page_file_is_ours(dir_fd, names[i]))
			continue;
		if (unlinkat(dir_fd, names[i], 0) && errno != ENOENT)
			return as_error_at_sys(error, AS_ERROR_USAGE, errno, folder,
				"the old page %s cannot be removed", names[i]);
	}
	return 0;
}

int as_pages_sweep(struct as_pages *pages, struct as_error *error)
{
	if (sweep_folder(pages, pages->people_fd, "people", is_person, error) ||
		sweep_folder(pages, pages->code_fd, "code", has_code, error))
		return -1;
	return sweep_folder(pages, pages->pairs_fd, "pairs", is_pair, error);
}
