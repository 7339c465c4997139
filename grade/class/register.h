/* SPDX-License-Identifier: MIT */
/* register: the state of a class between commands, as a setting of a space of its store. */
#ifndef ASSAY_GRADE_REGISTER_H
#define ASSAY_GRADE_REGISTER_H

#include <assay/grade/class.h>

struct as_register {
	char **packages; /**< short names, in the order of the scheme; NULL: nothing was graded */
	uint64_t round;  /**< of judging: a rejudging increments it */
	bool round_open; /**< it was begun, and has not ended */
	char *machine;   /**< the machine that computed the marks that count; NULL: unknown */
	struct as_text_map compilers; /**< of that machine, by language */
	char **items; /**< ids of the items that have marks, in the order of the scheme */
	struct as_class_row *rows;
	size_t row_count;
	char *stored;    /**< the setting that it was read from, or written to; NULL: none */
	bool is_changed; /**< the register differs from the setting, or may differ */
};

/** Reads the register of a space; empty if the store has none. Clear it in any case. */
int as_register_read(struct as_register *reg, struct as_store *store, const char *space,
	struct as_error *error) AS_MUST_USE AS_NONNULL(1, 2, 3);
/** Reads the register again if the store has another one. */
int as_register_refresh(struct as_register *reg, struct as_store *store, const char *space,
	struct as_error *error) AS_MUST_USE AS_NONNULL(1, 2, 3);
/** Replaces the setting from which the register was read. 1: done. 0: another process has replaced
 * it, and nothing is written. */
int as_register_write(struct as_register *reg, struct as_store *store, const char *space,
	struct as_error *error) AS_MUST_USE AS_NONNULL(1, 2, 3);
void as_register_clear(struct as_register *reg) AS_NONNULL(1);
/** The row of a person, or NULL. */
struct as_class_row *as_register_find(const struct as_register *reg, const char *id)
	AS_NONNULL(1, 2);
/** Appends an empty row. NULL: out of memory. Invalidates pointers to rows. */
struct as_class_row *as_register_add(
	struct as_register *reg, const char *id, struct as_error *error) AS_NONNULL(1, 2);

void as_class_memory_clear(struct as_class_memory *memory) AS_NONNULL(1);
/** Clears all but the id, the name, the mail and the memory. */
void as_class_row_clear_marks(struct as_class_row *row) AS_NONNULL(1);
void as_class_row_clear(struct as_class_row *row) AS_NONNULL(1);

#endif
