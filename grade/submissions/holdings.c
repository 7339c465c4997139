/* SPDX-License-Identifier: MIT */
/* Lists the drafts of each person. */
#include "draft.h"

void holdings_clear(struct holdings *holdings)
{
	free(holdings->first);
	free(holdings->drafts);
	*holdings = (struct holdings){0};
}

static size_t owner_count(const struct draft *draft)
{
	return draft->received.person != SIZE_MAX;
}

static void fill_holdings(struct holdings *holdings, const struct work *work, enum holding kind)
{
	for (size_t i = 0; i < work->draft_count; i++) {
		const struct as_received *received = &work->drafts[i].received;
		const size_t count = kind == HOLDING_OWN ? owner_count(&work->drafts[i])
							 : received->member_count;
		const size_t *people = kind == HOLDING_OWN ? &received->person : received->members;
		for (size_t k = 0; !work->drafts[i].is_dropped && k < count; k++)
			holdings->drafts[holdings->first[people[k] + 1]++] = i;
	}
}

static size_t count_all(struct holdings *holdings, const struct work *work, enum holding kind)
{
	size_t sum = 0;

	for (size_t i = 0; i < work->draft_count; i++) {
		const struct as_received *received = &work->drafts[i].received;
		const size_t count = kind == HOLDING_OWN ? owner_count(&work->drafts[i])
							 : received->member_count;
		const size_t *people = kind == HOLDING_OWN ? &received->person : received->members;
		for (size_t k = 0; !work->drafts[i].is_dropped && k < count; k++, sum++)
			holdings->first[people[k] + 2]++;
	}
	return sum;
}

int holdings_find(struct holdings *holdings, const struct work *work, enum holding kind)
{
	const size_t people = work->out->person_count;

	*holdings = (struct holdings){.first = calloc(people + 3, sizeof(*holdings->first))};
	if (!holdings->first)
		return as_error_no_memory(work->error);
	holdings->drafts = calloc(count_all(holdings, work, kind) + 1, sizeof(*holdings->drafts));
	if (!holdings->drafts)
		return as_error_no_memory(work->error);
	for (size_t i = 1; i < people + 2; i++)
		holdings->first[i] += holdings->first[i - 1];
	fill_holdings(holdings, work, kind);
	return 0;
}

size_t holdings_count(const struct holdings *holdings, size_t person)
{
	return holdings->first[person + 1] - holdings->first[person];
}
