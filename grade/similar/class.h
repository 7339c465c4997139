/* SPDX-License-Identifier: MIT */
/* class: the submissions of a class as tokens, and which tokens do not count; private to
 * grade/similar. */
#ifndef ASSAY_GRADE_SIMILAR_CLASS_H
#define ASSAY_GRADE_SIMILAR_CLASS_H

#include "grams.h"

/* Flags of a token, from the grams that contain it. A token without a flag counts. */
#define AS_TOKEN_IS_BASE 1
#define AS_TOKEN_IS_COMMON 2

/* The first token of a file. */
struct as_member_file {
	uint32_t first_token;
	size_t index; /* of the caller */
};
/* A submission. */
struct as_member {
	char *id;
	size_t index;
	struct as_token *tokens; /* of all files, sorted by name; a NONE follows each file */
	size_t token_count;      /* at most AS_SIMILAR_SUBMISSION_TOKENS */
	/* Set by as_clusters_find: */
	uint32_t leader; /* the first of the members with the same tokens; itself if it is alone */
	uint32_t root;   /* a member of its cluster, at most itself; see as_cluster_root */
	/* For comparisons; set by as_pairs_find: */
	uint16_t *codes;   /* of the tokens */
	uint64_t *counted; /* a bit for each token that counts */
	struct as_member_file *files;
	size_t file_count; /* that have tokens */
};

struct as_similar {
	struct as_similar_config config;
	struct as_member *members;
	size_t member_count, member_capacity;
	size_t leader_count; /* of members; set by as_clusters_find */
	size_t token_count;  /* of all members */
	size_t max_tokens;   /* of a member */
	struct as_gram_set base;
	size_t base_file_count;
	struct as_gram_set common; /* that are not in `base` */
	struct as_similar_note *notes;
	size_t note_count, note_capacity;
};

/* The lines of `count` tokens. */
struct as_similar_lines as_member_lines(
	const struct as_member *member, size_t first_token, size_t count);

/* ---- clusters.c; members are sorted by id ---- */

/* Finds the members that are equal. */
int as_clusters_find(
	struct as_similar *similar, const atomic_bool *cancel, struct as_error *error) AS_MUST_USE;
/* The first member of the cluster of a member. */
uint32_t as_cluster_root(const struct as_similar *similar, uint32_t member);
/* Makes one cluster of those of two members. */
void as_cluster_join(struct as_similar *similar, uint32_t one, uint32_t other);
/* Reports the clusters of at least two; the report has the counts of tokens. */
int as_clusters_report(const struct as_similar *similar, struct as_similar_report *report,
	struct as_error *error) AS_MUST_USE;

/* ---- common.c; members are sorted by id, and leaders are known ---- */

/* Finds the grams that too many submissions have. */
int as_common_find(
	struct as_similar *similar, const atomic_bool *cancel, struct as_error *error) AS_MUST_USE;
/* Writes the grams of a member that count, and AS_GRAM_NONE for all others; sets the flags of its
 * tokens. */
void as_member_grams(const struct as_similar *similar, struct as_member *member, uint64_t *grams);

/* ---- passages.c ---- */

/* Reports the passages that common grams form; the tokens have their flags. */
int as_common_report(struct as_similar *similar, struct as_similar_report *report,
	const atomic_bool *cancel, struct as_error *error) AS_MUST_USE;

#endif
