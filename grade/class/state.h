/* SPDX-License-Identifier: MIT */
/* state: an open class, for the files of this folder. */
#ifndef ASSAY_GRADE_STATE_H
#define ASSAY_GRADE_STATE_H

#include "register.h"

#include <assay/program.h>

/** An entry of a person that may have to be judged, and its judging. It is not a part of the entry:
 * the caller owns the entry, and each member of a team has a judging of it. */
struct as_class_piece {
	size_t person, attempt; /**< indices */
	const struct as_class_entry *entry;
	char *shown; /**< the path for the store and in documents: without a person's name */
	int64_t job; /**< in the class's store; 0: none is known */
	int64_t lenient_job; /**< its lenient judging; 0: there is none */
	bool waits;          /**< a worker of the store will judge it */
};

/** The cache of an open class: memo.c. */
struct as_class_memo {
	struct class_result *results; /**< by job */
	size_t result_count;
	struct class_lean *leans; /**< by digest */
	size_t lean_count;
	struct class_known *known; /**< by key */
	size_t known_count;
	struct as_class_waiting *waiting;
	size_t waiting_count;
	bool has_begun; /**< the round of config.rejudges */
};

/** The changes that are not applied. */
struct as_class_changes_list {
	struct as_class_change *items; /**< all in them is on the heap */
	size_t count;
};

/** The tables that people fill in. */
struct as_decisions {
	struct as_manual manual;
	struct as_overrides overrides;
};

/** hidden.c: what identifies the people of the class in texts. */
struct as_hidden {
	struct as_hidden_word *words; /**< sorted, ignoring case */
	size_t count;
	/** Those that are not names of teams, by person and by team, then in the same order. */
	const struct as_hidden_word **by_id, **by_team;
	size_t own_count;
	const struct as_class_person **people; /**< by id */
	size_t person_count;
};

struct as_class {
	struct as_class_config config;
	int out_fd;             /**< -1: there is no folder */
	struct as_store *store; /**< the folder's, or that of the caller; NULL: none (only_reads) */
	struct as_store *shared; /**< on a server, or NULL */
	struct as_register reg;  /**< what counts */
	struct as_class_memo *memo;
	const struct as_class_person *people;
	char (*own_ids)[AS_CLASS_KEY_SIZE]; /**< of those who are forgotten */
	size_t person_count;
	struct as_class_piece *pieces; /**< by person, then by attempt */
	size_t piece_count;
	size_t *chosen;  /**< for each person the attempt that counts; SIZE_MAX: none */
	bool *undecided; /**< for each person: it is unknown which attempt counts */
	/** The marks from the current results and scheme, one row for each person. */
	struct as_class_row *fresh;
	struct as_class_changes_list changes;
	char space[32]; /**< of the jobs of this round in a folder */
	struct {
		size_t count;    /**< of people with the same name as a row without a person */
		char names[256]; /**< the first of them */
	} moved;
	struct as_hidden hidden; /**< in blind marking */
	bool has_pseudonyms;
	struct as_pseudonyms pseudonyms;
};

/* rows.c: the folder or the space, for messages. */
const char *as_class_place(const struct as_class *class) AS_NONNULL(1);
/* class.c: reads the changes of other processes from the store into the register. */
int as_class_refresh(struct as_class *class, struct as_error *error) AS_MUST_USE AS_NONNULL(1);
/* class.c: 1, or 0 if another process has changed the register. */
int as_class_keep_register(struct as_class *class, struct as_error *error) AS_MUST_USE
	AS_NONNULL(1);

/* memo.c */

void as_class_memo_clear(struct as_class_memo *memo) AS_NONNULL(1);
/* Forgets the results that a new judging may replace: judging errors. */
void as_class_memo_refresh(struct as_class_memo *memo) AS_NONNULL(1);
/* The result of a job without texts that marks do not need, borrowed until as_class_memo_refresh:
 * 1, or 0 if it has none. */
int as_class_find_result(const struct as_class *class, int64_t job, const struct as_result **result,
	struct as_error *error) AS_MUST_USE AS_NONNULL(1, 3);
/* The job of a piece that an earlier call found; 0: none. */
int64_t as_class_recall(const struct as_class *class, const struct as_class_piece *piece,
	bool is_lenient) AS_NONNULL(1, 2);
int as_class_remember(const struct as_class *class, const struct as_class_piece *piece,
	bool is_lenient, struct as_error *error) AS_MUST_USE AS_NONNULL(1, 2);

/* queue.c: as_class_judge of a class whose jobs are judged by a worker of the caller. */
int as_class_queue(struct as_class *class, const struct as_class_judging *judging,
	struct as_error *error) AS_MUST_USE AS_NONNULL(1, 2);

/* rows.c: true: the item has no mark. */
bool as_class_is_open(const struct as_class_mark *mark) AS_NONNULL(1);
/* rows.c: false: no item has a mark, and the sum of no marks is not a mark of 0. */
bool as_class_has_marks(const struct as_class_row *row) AS_NONNULL(1);
/* rows.c: false: the total is only a sum so far, and is not shown as if it were a mark. */
bool as_class_is_final(const struct as_class_row *row) AS_NONNULL(1);
/* rows.c: true for ".tar": a dot and a few plain characters. */
bool as_class_is_ending(const char *dot) AS_NONNULL(1);
/* pieces.c: removes all pieces. */
void as_class_clear_pieces(struct as_class *class) AS_NONNULL(1);
/* pieces.c: reads the submissions that may have to be judged. */
int as_class_read_pieces(struct as_class *class, struct as_error *error) AS_MUST_USE AS_NONNULL(1);

/* pieces.c: chooses the attempt of a person that counts. `totals_e4` has the total of each attempt,
 * for the rule AS_ATTEMPT_BEST; NULL: they are not known yet. */
int as_class_choose(struct as_class *class, size_t person, const int64_t *totals_e4,
	struct as_error *error) AS_MUST_USE AS_NONNULL(1);

/* forget.c: copies the people; forgotten people get the ids of their rows. */
int as_class_enter_forgotten(struct as_class *class, const struct as_class_person *people,
	size_t count, struct as_error *error) AS_MUST_USE AS_NONNULL(1);
/* rows.c: true if as_class_digest can have made it. */
bool as_class_is_digest(const char *id) AS_NONNULL(1);
/* rows.c: "id-" and a digest of the id. Returns `key`. */
char *as_class_digest(const char *id, char key[AS_CLASS_KEY_SIZE]) AS_NONNULL(1, 2);

/* hidden.c: lists the words that as_class_hide replaces; the people have been entered. */
int as_class_list_hidden(struct as_class *class, struct as_error *error) AS_MUST_USE AS_NONNULL(1);
void as_class_clear_hidden(struct as_class *class) AS_NONNULL(1);

/* blind.c */

/* Reads the secret of the folder. If there is none, blind marking invents a secret, which
 * as_class_enter stores. */
int as_class_open_pseudonyms(struct as_class *class, struct as_error *error) AS_MUST_USE
	AS_NONNULL(1);
/* Stores a new secret as a setting of the space. A secret that another process has stored meanwhile
 * is kept. */
int as_class_keep_secret(struct as_class *class, struct as_error *error) AS_MUST_USE AS_NONNULL(1);
/* The ids of the people who are entered, sorted; borrowed. Free the array; NULL: out of memory. */
const char **as_class_entered(const struct as_class *class, struct as_error *error) AS_MUST_USE
	AS_NONNULL(1);
/* False: the person is only in the register, from an earlier run. `entered`: as_class_entered. */
bool as_class_is_entered(const struct as_class *class, const char *const *entered, const char *id)
	AS_NONNULL(1, 2, 3);
/* AS_ERROR_USAGE: two people have one pseudonym. */
int as_class_check_labels(const struct as_class *class, const struct as_class_person *people,
	size_t count, struct as_error *error) AS_MUST_USE AS_NONNULL(1);
/* as_class_key, or the pseudonym. */
char *as_class_shown_key(const struct as_class *class, const char *id, char key[AS_CLASS_KEY_SIZE])
	AS_NONNULL(1, 2, 3);
/* The order of the pseudonyms of two people. */
int as_class_compare_labels(const struct as_class *class, const char *left, const char *right)
	AS_NONNULL(1, 2, 3);
/* why.c: the causes of a change, joined with "; ". The change is complete but for them. Free it;
 * NULL: out of memory. */
char *as_class_explain(const struct as_class *class, const struct as_class_row *before,
	const struct as_class_row *now, const struct as_class_change *change,
	struct as_error *error) AS_MUST_USE AS_NONNULL(1, 2, 3, 4);

/* facts.c: names of facts. After a slash the item or package follows. */
#define AS_CLASS_FACT_RULES "rules"
#define AS_CLASS_FACT_ITEM "item/"
#define AS_CLASS_FACT_MANUAL "manual/"
#define AS_CLASS_FACT_MACHINE "machine/"
#define AS_CLASS_FACT_COMPILER "compiler/"
/* facts.c: sets the facts of a row that is not in the register yet. Manual marks are shared. */
int as_class_note_facts(const struct as_class *class, size_t person, const struct as_manual *manual,
	struct as_class_row *row, struct as_error *error) AS_MUST_USE AS_NONNULL(1, 3, 4);

/* absent.c: removes the rows of students who are not entered and never had a complete mark or a
 * manual mark. Lists all students who are not entered. */
int as_class_drop_absent(struct as_class *class, const struct as_manual *manual,
	const struct as_overrides *overrides, struct as_findings *findings,
	struct as_error *error) AS_MUST_USE AS_NONNULL(1, 2, 3, 4);

/* again.c: adds lines about decisions that were made for an earlier submission to a row that is
 * not in the register yet, and sets its memory. */
int as_class_find_again(const struct as_class *class, const struct as_decisions *decisions,
	struct as_class_row *row, struct as_error *error) AS_MUST_USE AS_NONNULL(1, 2, 3);
/* again.c: moves the memory from `fresh` to the row in the register. What was seen is remembered
 * also while the marks are held back. */
void as_class_take_memory(struct as_class_row *row, struct as_class_row *fresh) AS_NONNULL(1, 2);

/* first.c: the first marks that people gave count in a row whose other marks change and wait. */
int as_class_take_first(const struct as_class *class, struct as_class_row *row,
	const struct as_class_row *fresh, struct as_error *error) AS_MUST_USE AS_NONNULL(1, 2, 3);

/* update.c: brings the register up to the fresh rows, and lists the changes that wait. `applies`:
 * none waits. 1, or 0 if another process has changed the register: nothing was written. */
int as_class_update(struct as_class *class, bool applies, struct as_error *error) AS_MUST_USE
	AS_NONNULL(1);

/* change.c */

/** Adds the change of a row to `class->changes`; adds none if every new mark may count at once. */
int as_class_compare(struct as_class *class, const struct as_class_row *before,
	const struct as_class_row *now, struct as_error *error) AS_MUST_USE AS_NONNULL(1, 2, 3);
void as_class_clear_changes(struct as_class *class) AS_NONNULL(1);

#endif
