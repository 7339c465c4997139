/* SPDX-License-Identifier: MIT */
/* Reads an export, as a list of stages, and makes the result. */
#include "draft.h"
#include "people.h"

#include <string.h>
#include <sys/random.h>

/* ---- sorting ---- */

/* Earlier submissions come first, if all times are known; some of the times give no order. */
static int compare_order(const struct as_received *a, const struct as_received *b, bool by_time)
{
	if (by_time && a->time_s != b->time_s)
		return a->time_s < b->time_s ? -1 : 1;
	if (a->attempt != b->attempt)
		return a->attempt < b->attempt ? -1 : 1;
	return strcmp(a->path, b->path);
}

static int compare_drafts(const void *left, const void *right)
{
	const struct as_received *a = &(*(struct draft *const *)left)->received;
	const struct as_received *b = &(*(struct draft *const *)right)->received;

	if (a->person != b->person)
		return a->person < b->person ? -1 : 1;
	return compare_order(a, b, a->is_by_time);
}

static int compare_left(const void *left, const void *right)
{
	const struct as_left_file *a = left, *b = right;

	return strcmp(a->path, b->path);
}

static int compare_indices(const void *left, const void *right)
{
	const size_t a = *(const size_t *)left, b = *(const size_t *)right;

	return a < b ? -1 : a > b;
}

/* ---- from drafts to the result ---- */

static void move_drafts(struct work *work, struct draft **sorted, size_t *places)
{
	struct as_submissions *out = work->out;

	for (size_t i = 0; i < work->draft_count; i++) {
		struct draft *draft = sorted[i];
		places[draft - work->drafts] = SIZE_MAX;
		if (draft->is_dropped)
			continue;
		if (draft->received.member_count > 1)
			qsort(draft->received.members, draft->received.member_count,
				sizeof(*draft->received.members), compare_indices);
		places[draft - work->drafts] = out->received_count;
		out->received[out->received_count++] = draft->received;
		draft->received = (struct as_received){0};
	}
}

static int list_members(struct as_submissions *out, struct as_error *error)
{
	size_t sum = 0;

	out->first_of = calloc(out->person_count + 3, sizeof(*out->first_of));
	for (size_t i = 0; i < out->received_count; i++)
		sum += out->received[i].member_count;
	out->all_of = calloc(sum + 1, sizeof(*out->all_of));
	if (!out->first_of || !out->all_of)
		return as_error_no_memory(error);
	for (size_t i = 0; i < out->received_count; i++)
		for (size_t k = 0; k < out->received[i].member_count; k++)
			out->first_of[out->received[i].members[k] + 2]++;
	for (size_t i = 1; i < out->person_count + 2; i++)
		out->first_of[i] += out->first_of[i - 1];
	for (size_t i = 0; i < out->received_count; i++)
		for (size_t k = 0; k < out->received[i].member_count; k++)
			out->all_of[out->first_of[out->received[i].members[k] + 1]++] = i;
	return 0;
}

/* The submissions of a person are in the order of time if all of their times are known. */
static int find_order(struct work *work)
{
	AS_AUTO_FREE bool *unknown = calloc(work->out->person_count + 1, sizeof(*unknown));

	if (!unknown)
		return as_error_no_memory(work->error);
	for (size_t i = 0; i < work->draft_count; i++) {
		const struct as_received *one = &work->drafts[i].received;
		const size_t person =
			one->person == SIZE_MAX ? work->out->person_count : one->person;
		unknown[person] |= one->time_source == AS_TIME_UNKNOWN;
	}
	for (size_t i = 0; i < work->draft_count; i++) {
		struct as_received *one = &work->drafts[i].received;
		one->is_by_time =
			!unknown[one->person == SIZE_MAX ? work->out->person_count : one->person];
	}
	return 0;
}

static int finish(struct work *work)
{
	struct as_submissions *out = work->out;
	const size_t count = work->draft_count;
	AS_AUTO_FREE struct draft **sorted = calloc(count + 1, sizeof(*sorted));
	AS_AUTO_FREE size_t *places = calloc(count + 1, sizeof(*places));

	out->received = calloc(count + 1, sizeof(*out->received));
	if (!sorted || !places || !out->received)
		return as_error_no_memory(work->error);
	if (find_order(work))
		return -1;
	facts_name_persons(work);
	for (size_t i = 0; i < count; i++)
		sorted[i] = &work->drafts[i];
	if (count > 1)
		qsort(sorted, count, sizeof(*sorted), compare_drafts);
	move_drafts(work, sorted, places);
	for (size_t i = 0; i < out->left_count; i++)
		if (out->left[i].received != SIZE_MAX)
			out->left[i].received = places[out->left[i].received];
	as_submissions_sort_left(out);
	return list_members(out, work->error);
}

int as_submissions_leave(struct as_submissions *submissions, size_t received, size_t file,
	enum as_left_reason reason, const char *text, struct as_error *error)
{
	const struct as_received_file *from = &submissions->received[received].files[file];
	struct as_left_file *left =
		as_array_grow(submissions->left, submissions->left_count, sizeof(*left), error);

	if (!left)
		return -1;
	submissions->left = left;
	struct as_left_file *added = &left[submissions->left_count];
	*added = (struct as_left_file){.path = as_text_format(error, "%s", from->path),
		.reason = reason,
		.text = as_text_format(error, "%s", text),
		.received = received};
	if (!added->path || !added->text) {
		free(added->path);
		free(added->text);
		return -1;
	}
	submissions->left_count++;
	return 0;
}

void as_submissions_sort_left(struct as_submissions *submissions)
{
	if (submissions->left_count > 1)
		qsort(submissions->left, submissions->left_count, sizeof(*submissions->left),
			compare_left);
}

static int check_result(const struct work *work)
{
	if (work->out->received_count > 0)
		return 0;
	return as_error_at(work->error, AS_ERROR_INPUT, work->order->path, 0, 0,
		"has no submissions in the layout '%s' among %zu file%s; name the layout of the "
		"submissions",
		as_layout_name(work->out->layout), work->arrival->entry_count,
		work->arrival->entry_count == 1 ? "" : "s");
}

/* ---- opening ---- */

static int read_all(struct work *work)
{
	const struct as_submissions_order *order = work->order;

	work->clock = clock_open(order->zone, order->date_order, work->error);
	if (!work->clock || people_read(work) || match_sheet(work) ||
		arrival_open(work->arrival, order, work->error) || layout_find(work) ||
		collect_drafts(work) || match_drafts(work) || anonymous_check(work) ||
		content_read(work) || match_groups(work) || timing_read(work))
		return -1;
	return finish(work) ? -1 : check_result(work);
}

struct as_submissions *as_submissions_open(
	const struct as_submissions_order *order, struct as_error *error)
{
	struct as_submissions *out = calloc(1, sizeof(*out));
	struct as_arrival *arrival = calloc(1, sizeof(*arrival));
	struct work work = {.order = order,
		.out = out,
		.arrival = arrival,
		.sheet_name = SIZE_MAX,
		.error = error};

	/* If it fails, only texts that were made to be slow are slower. */
	(void)!getrandom(&work.by_text.secret, sizeof(work.by_text.secret), 0);
	(void)!getrandom(&work.by_key.secret, sizeof(work.by_key.secret), 0);

	if (!out || !arrival) {
		free(out);
		free(arrival);
		as_error_no_memory(error);
		return NULL;
	}
	arrival->export_fd = arrival->temp_fd = -1;
	out->arrival = arrival;
	const int failed = read_all(&work);
	drafts_free(&work);
	bulk_free(work.bulk);
	people_free(&work);
	clock_close(work.clock);
	if (!failed)
		return out;
	as_submissions_close(out);
	return NULL;
}

static void free_persons(struct as_submissions *submissions)
{
	for (size_t i = 0; i < submissions->person_count; i++) {
		struct as_person *person = &submissions->persons[i];
		free(person->id);
		free(person->name);
		free(person->mail);
		free(person->group);
		free(person->number);
		free(person->login);
		free(person->doubt);
		as_names_free(person->sections);
	}
	free(submissions->persons);
}

void as_submissions_close(struct as_submissions *submissions)
{
	if (!submissions)
		return;
	free_persons(submissions);
	for (size_t i = 0; i < submissions->received_count; i++)
		received_clear(&submissions->received[i]);
	free(submissions->received);
	for (size_t i = 0; i < submissions->left_count; i++) {
		free(submissions->left[i].path);
		free(submissions->left[i].text);
	}
	free(submissions->left);
	free(submissions->first_of);
	free(submissions->all_of);
	facts_free(submissions);
	as_findings_clear(&submissions->findings);
	arrival_close(submissions->arrival);
	free(submissions->arrival);
	free(submissions);
}

/* ---- looking up ---- */

size_t as_submissions_of(const struct as_submissions *submissions, size_t person, size_t *received)
{
	size_t count = 0;
	bool by_time = true;

	for (size_t k = submissions->first_of[person]; k < submissions->first_of[person + 1]; k++)
		by_time &= submissions->received[submissions->all_of[k]].time_source !=
			   AS_TIME_UNKNOWN;
	for (size_t k = submissions->first_of[person]; k < submissions->first_of[person + 1]; k++) {
		const size_t i = submissions->all_of[k];
		const struct as_received *one = &submissions->received[i];
		size_t at = count++;
		for (; at > 0 &&
			compare_order(&submissions->received[received[at - 1]], one, by_time) > 0;
			at--)
			received[at] = received[at - 1];
		received[at] = i;
	}
	return count;
}
