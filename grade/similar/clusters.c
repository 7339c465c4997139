/* SPDX-License-Identifier: MIT */
/*
 * Programs that are equal. A name makes no difference, unless it is that of a function of the
 * language that is called: min is not max. Members whose files have the same tokens, in whatever
 * order and under whatever names, have one leader, which alone is compared with the rest: the time
 * does not depend on the number of copies. Leaders whose tokens are all in common passages, because
 * only the order of functions differs, are joined when they are compared.
 */
#include "match.h"

#include <string.h>

/* A digest of a file or of a member. */
struct print {
	char hex[AS_DIGEST_HEX_SIZE];
	uint32_t member;
};

static int compare_prints(const void *a, const void *b)
{
	const struct print *one = a;
	const struct print *other = b;
	const int order = strcmp(one->hex, other->hex);

	return order ? order : (one->member > other->member) - (one->member < other->member);
}

/* ---- digests ---- */

/* The codes and calls up to the NONE that ends the file. */
static void print_file(
	const struct as_member *member, size_t file, uint16_t *codes, char hex[AS_DIGEST_HEX_SIZE])
{
	const struct as_token *tokens = &member->tokens[member->files[file].first_token];
	size_t count = 0;

	while (tokens[count].code != AS_TOKEN_NONE) {
		codes[2 * count] = tokens[count].code;
		codes[2 * count + 1] = tokens[count].call;
		count++;
	}
	as_digest_bytes(codes, 2 * count * sizeof *codes, hex);
}

static int print_member(const struct as_member *member, uint16_t *codes,
	char hex[AS_DIGEST_HEX_SIZE], struct as_error *error)
{
	AS_AUTO_FREE struct print *files = calloc(member->file_count + 1, sizeof *files);
	struct as_digest digest;

	if (!files)
		return as_error_no_memory(error);
	for (size_t f = 0; f < member->file_count; f++)
		print_file(member, f, codes, files[f].hex);
	if (member->file_count)
		qsort(files, member->file_count, sizeof *files, compare_prints);
	as_digest_init(&digest);
	for (size_t f = 0; f < member->file_count; f++)
		as_digest_add_text(&digest, files[f].hex);
	as_digest_end(&digest, hex);
	return 0;
}

static int print_members(const struct as_similar *similar, struct print *prints, size_t *count,
	const atomic_bool *cancel, struct as_error *error)
{
	AS_AUTO_FREE uint16_t *codes = calloc(similar->max_tokens + 1, 2 * sizeof *codes);

	if (!codes)
		return as_error_no_memory(error);
	for (uint32_t m = 0; m < similar->member_count; m++) {
		if (similar->members[m].file_count == 0)
			continue;
		prints[*count].member = m;
		if (as_cancel_check(cancel, error) ||
			print_member(&similar->members[m], codes, prints[*count].hex, error))
			return -1;
		++*count;
	}
	return 0;
}

int as_clusters_find(struct as_similar *similar, const atomic_bool *cancel, struct as_error *error)
{
	AS_AUTO_FREE struct print *prints = calloc(similar->member_count + 1, sizeof *prints);
	size_t count = 0;

	if (!prints)
		return as_error_no_memory(error);
	for (uint32_t m = 0; m < similar->member_count; m++)
		similar->members[m].leader = similar->members[m].root = m;
	similar->leader_count = similar->member_count;
	if (print_members(similar, prints, &count, cancel, error))
		return -1;
	qsort(prints, count, sizeof *prints, compare_prints);
	for (size_t i = 1; i < count; i++) {
		if (strcmp(prints[i - 1].hex, prints[i].hex) != 0)
			continue;
		struct as_member *member = &similar->members[prints[i].member];
		member->leader = member->root = similar->members[prints[i - 1].member].leader;
		similar->leader_count--;
	}
	return 0;
}

/* ---- joining ---- */

uint32_t as_cluster_root(const struct as_similar *similar, uint32_t member)
{
	while (similar->members[member].root != member)
		member = similar->members[member].root;
	return member;
}

void as_cluster_join(struct as_similar *similar, uint32_t one, uint32_t other)
{
	const uint32_t a = as_cluster_root(similar, one);
	const uint32_t b = as_cluster_root(similar, other);

	similar->members[a > b ? a : b].root = a > b ? b : a;
}

/* ---- the report ---- */

static int compare_clusters(const void *a, const void *b)
{
	const struct as_similar_cluster *one = a;
	const struct as_similar_cluster *other = b;

	if (one->counted != other->counted)
		return one->counted > other->counted ? -1 : 1;
	if (one->count != other->count)
		return one->count > other->count ? -1 : 1;
	return (one->order > other->order) - (one->order < other->order);
}

/* The number of members by root. */
static uint32_t *count_roots(const struct as_similar *similar, struct as_error *error)
{
	uint32_t *counts = calloc(similar->member_count + 1, sizeof *counts);

	if (!counts) {
		as_error_no_memory(error);
		return NULL;
	}
	for (uint32_t m = 0; m < similar->member_count; m++)
		counts[as_cluster_root(similar, m)]++;
	return counts;
}

static int fill_cluster(const struct as_similar *similar, uint32_t root, size_t count,
	struct as_similar_cluster *cluster, struct as_error *error)
{
	cluster->submissions = calloc(count, sizeof *cluster->submissions);
	if (!cluster->submissions)
		return as_error_no_memory(error);
	for (uint32_t m = root; m < similar->member_count; m++)
		if (as_cluster_root(similar, m) == root)
			cluster->submissions[cluster->count++] = similar->members[m].index;
	return 0;
}

int as_clusters_report(
	const struct as_similar *similar, struct as_similar_report *report, struct as_error *error)
{
	AS_AUTO_FREE uint32_t *counts = count_roots(similar, error);

	report->clusters = calloc(similar->member_count / 2 + 1, sizeof *report->clusters);
	if (!counts)
		return -1;
	if (!report->clusters)
		return as_error_no_memory(error);
	for (uint32_t m = 0; m < similar->member_count; m++) {
		const struct as_similar_read *read =
			&report->submissions[similar->members[m].index];
		const size_t own = read->token_count - read->base_count;
		if (counts[m] < 2 || own == 0)
			continue;
		struct as_similar_cluster *cluster = &report->clusters[report->cluster_count++];
		*cluster = (struct as_similar_cluster){.counted = own, .order = m};
		if (fill_cluster(similar, m, counts[m], cluster, error))
			return -1;
	}
	qsort(report->clusters, report->cluster_count, sizeof *report->clusters, compare_clusters);
	return 0;
}
