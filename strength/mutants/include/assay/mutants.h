/* SPDX-License-Identifier: MIT */
/**
 * mutants: copies of a right program with one typical mistake each. The library turns text into
 * text: it compiles nothing and runs nothing.
 *
 * An operator is a kind of mistake, such as a comparison that includes its bound. A mutation is a
 * place of a source to which an operator applies: a range of bytes, and the text that replaces it.
 *
 * Life cycle: `struct as_mutations all = {0}`; as_mutants_find fills it, as_mutants_choose keeps a
 * part; as_mutant_apply for each; as_mutations_clear.
 *
 * All of this is safe from any thread on distinct objects.
 */
#ifndef ASSAY_MUTANTS_H
#define ASSAY_MUTANTS_H

#include <assay/source.h>

/** A kind of mistake. Its texts are static. */
struct as_mutant_operator {
	const char *name;    /**< "comparison-includes" */
	const char *change;  /**< the change, a sentence without a full stop */
	const char *mistake; /**< the mistake that the change stands for, likewise */
	unsigned languages;  /**< a bit for each: 1 << enum as_source_language */
};
#define AS_MUTANT_OPERATOR_COUNT 56
/** By an index below AS_MUTANT_OPERATOR_COUNT. */
const struct as_mutant_operator *as_mutant_operator(size_t index);

/** A place of a source, and what an operator writes there. */
struct as_mutation {
	size_t kind;   /**< the index of the operator */
	uint32_t line; /**< from 1 */
	size_t offset, size;
	char *text; /**< replaces these bytes */
	/** The mutant may be right but slow, so it must have the time limit of the package. */
	bool is_slow;
};
struct as_mutations {
	struct as_mutation *items;
	size_t count;
};
/** Adds all mutations of a source to an empty list, in the order of the operators, then of the
 * source. No two of them replace the same bytes by the same text. A language without operators has
 * none. It fails only if out of memory.
 */
int as_mutants_find(enum as_source_language language, const char *text, size_t size,
	struct as_mutations *mutations, struct as_error *error) AS_MUST_USE AS_NONNULL(2, 4);
/** Keeps at most `max` mutations, and puts them in the order in which they were chosen. The next
 * choice has the operator, then the line, with the fewest choices so far, so that each prefix of
 * the list is spread over operators and lines. Equal seeds choose equally. */
int as_mutants_choose(struct as_mutations *mutations, size_t max, const char *seed,
	struct as_error *error) AS_MUST_USE AS_NONNULL(1, 3);
/** Leaves `{0}` behind. */
void as_mutations_clear(struct as_mutations *mutations) AS_NONNULL(1);

/** The mutant's source, which the caller clears. */
int as_mutant_apply(const struct as_mutation *mutation, const char *text, size_t size,
	struct as_bytes *mutant, struct as_error *error) AS_MUST_USE AS_NONNULL(1, 2, 4);
/** The changed lines before and after, each as one line without its indentation, on the heap. */
struct as_mutant_change {
	char *before, *after;
};
int as_mutant_describe(const struct as_mutation *mutation, const char *text, size_t size,
	struct as_mutant_change *change, struct as_error *error) AS_MUST_USE AS_NONNULL(1, 2, 4);
void as_mutant_change_clear(struct as_mutant_change *change) AS_NONNULL(1);

#endif
