/* SPDX-License-Identifier: MIT */
/**
 * class: grades a class. It judges the submissions through a store, computes the marks by a scheme,
 * and writes files. A class has one of two places, with the same marks:
 *
 * - a space of an open store of the caller: the register is a setting of the space, and the jobs
 *   are in it. The caller has the decisions of people. Several processes may have the same class
 *   open: marks are computed again if another process has changed the register meanwhile. Files are
 *   written only as an export.
 * - an output folder:
 *
 *	grade.db     the store: packages, submissions, results, and the register, which has a row
 *	             for each person: the marks that count, and their sources
 *	manual.csv   the marks of manual items; overrides.csv (optional): decisions of people
 *	marks.csv    a row for each person: id, name, the items, late, penalty, total (of a
 *	             complete mark), so far (the sum of another one), todo
 *	documents/   KEY.json: the verdict documents of a person, one for each package, and a
 *	             lenient one for each submission that was also judged leniently
 *	gradescope/  KEY.json: Gradescope's results.json of a person with a complete mark
 *	junit.xml    a suite for each person and package, a case for each test
 *	run.json     what the marks depend on: digests, compilers, machine, version
 *	pseudonyms.csv  in blind marking: id and pseudonym; blind.key: the secret of the pseudonyms
 *
 * Life cycle:
 * 1. as_class_open; as_class_enter with all people; as_class_judge; as_class_mark.
 * 2. as_class_apply, if the changes that as_class_changes lists shall count.
 * 3. as_class_write; as_class_close.
 *
 * Each step can be repeated, also as_class_enter; an open class remembers results and jobs, so that
 * repeating the steps after a change of one student is fast. After a kill at any moment the command
 * can be run again: each result is stored at once, and files are replaced as a whole.
 *
 * A mark that counts changes only by as_class_apply. First marks count at once, even beside a mark
 * that waits. The row of a student who is not entered any more stays unchanged, if the mark ever
 * was complete or was decided by hand; otherwise as_class_mark removes the row. Both cases are
 * findings.
 *
 * Thread-safety: one thread at a time; the callbacks of struct as_class_calls come from any thread.
 *
 * Errors: AS_ERROR_USAGE for a folder that is in use, is not a folder, contains files of another
 * origin, or belongs to another assignment; else those of the store and of the engine.
 */
#ifndef ASSAY_GRADE_CLASS_H
#define ASSAY_GRADE_CLASS_H

#include <assay/grade/class/row.h>
#include <assay/store.h>
#include <assay/store/judging.h>

/** The schema of run.json, and the format of the register. */
#define AS_GRADE_SCHEMA "assay-grade/1"
#define AS_CLASS_FORMAT "assay-class/6"

/* ---- what is graded ---- */

/** A submission for a package. The stages are filled in this order. The members of a team share the
 * entry.
 *
 * A submission has other shapes elsewhere, each with another owner and life: struct as_received is
 * what the export contains; struct as_class_work is what the register remembers between runs, when
 * no files are at hand; struct as_work is the input of the marks, which know neither files nor a
 * store. */
struct as_class_entry {
	/* When it has arrived: */
	size_t package;          /**< index into the packages of the scheme */
	const char *path;        /**< a name for messages; borrowed */
	const char *entry_point; /**< as in struct as_submission; borrowed */
	/** In a store: the job that the caller queued with as_class_order_make for the present
	 * package and as_class_round; 0: the job is found by the files. */
	int64_t job;
	/** In a store: `files` is set to the blob of the store that contains the files. They are
	 * read from there when needed; `submitted` is empty. */
	bool is_stored;
	/* When the files have been read: */
	bool is_absent;                /**< no file is for the package */
	struct as_submitted submitted; /**< owned */
	char *doubt;                   /**< as in struct as_work; owned */
	/* By as_class_entry_seal: */
	char files[AS_DIGEST_HEX_SIZE]; /**< of the bytes; "": they cannot be kept, by `error` */
	struct as_error error;
};
/** Computes the digest of the files. 0, also if they cannot be kept. */
int as_class_entry_seal(struct as_class_entry *entry, struct as_error *error) AS_MUST_USE
	AS_NONNULL(1);
void as_class_entry_clear(struct as_class_entry *entry) AS_NONNULL(1);

/** One attempt of a person. All of it is borrowed. */
struct as_class_attempt {
	bool time_known;
	int64_t time_s;  /**< since 1970 */
	uint64_t number; /**< the platform's, ascending in time; 0: unknown */
	/** One for each package of the scheme; NULL: only what people mark. */
	const struct as_class_entry *entries;
};

/** A person, or a group that submitted together. All of it is borrowed. */
struct as_class_person {
	const char *id;     /**< unique in the class */
	const char *name;   /**< for people to read; NULL: unknown */
	const char *mail;   /**< or NULL */
	const char *number; /**< the platform's, or the login; it may have been the id earlier; or
			       NULL */
	const struct as_class_attempt *attempts;
	size_t attempt_count; /**< 0: nothing was handed in */
	int64_t max_e4;       /**< the maximum total that the platform accepts; 0: unknown */
	/** Why it is unknown whether the student's submission counts, and what to do: it is judged,
	 * but there are no marks until the teacher decides. NULL: the submission counts. */
	const char *doubt;
	bool due_unknown;  /**< as in struct as_marking */
	size_t team;       /**< the same number for all members, who share manual marks; 0: none */
	const char *group; /**< the name of the team; NULL: none */
	bool is_excused;   /**< the platform excuses the student, who gets no mark */
	bool is_unlisted;  /**< neither the roster nor the sheet has the student */
};

struct as_class;
/** Reads the decisions of people into empty tables (as_manual_set, as_overrides_set). It is called
 * again if the register has changed meanwhile. */
typedef int as_class_decide(void *context, const struct as_class *class, struct as_manual *manual,
	struct as_overrides *overrides, struct as_findings *findings, struct as_error *error);

struct as_class_config {
	/** The folder; made if it does not exist. With `store`: a folder for an export, or NULL. */
	const char *out;
	/** An open store in place of the folder's grade.db, and the name of the space of the class;
	 * the store is not closed. NULL: grade.db. */
	struct as_store *store;
	const char *space;
	bool is_shared;                 /**< `store` is on a server: other processes also judge */
	as_class_decide *decide;        /**< with `store`; NULL: there are no decisions */
	void *context;                  /**< of `decide` */
	const struct as_scheme *scheme; /**< bound */
	const struct as_package *const *packages; /**< one for each of the scheme */
	char scheme_digest[AS_DIGEST_HEX_SIZE];   /**< of what it says; "": made from packages */
	/** The URL of a store on a server, whose workers judge the jobs; results are copied from
	 * there. NULL: jobs are judged in grade.db. */
	const char *store_url;
	/** The time of the command, since 1970. A person without a submission has no mark before
	 * the deadline. */
	int64_t now_s;
	bool only_reads; /**< for as_class_plan: nothing is written, and no lock is needed */
	bool rejudges;   /**< judge again what has a result */
	/** Files and messages have pseudonyms; only grade.db and pseudonyms.csv have ids and
	 * names. */
	bool is_blind;
	/** This machine in one line, and the versions of its compilers by language: for run.json
	 * and for the reasons of changed marks. */
	const char *machine;
	const struct as_text_map *compilers;
	const atomic_bool *cancel; /**< or NULL */
};

/** Opens a class; locks its folder. Copies `config`, and borrows all that it points to. */
struct as_class *as_class_open(
	const struct as_class_config *config, struct as_error *error) AS_MUST_USE AS_NONNULL(1);
void as_class_close(struct as_class *class); /**< takes NULL */

/** Enters all people, in the order of reports, in place of those who were entered before; borrows
 * them until the class is closed or others are entered.
 * AS_ERROR_INPUT: two people have one id. AS_ERROR_USAGE: most people of the register have other
 * ids here, and would be in it twice; nothing is changed. */
int as_class_enter(struct as_class *class, const struct as_class_person *people, size_t count,
	struct as_error *error) AS_MUST_USE AS_NONNULL(1);

/* ---- marks ---- */

/** Reads the decisions of people, and computes the marks of all people. Faults of the decisions are
 * added to the empty `findings`. The marks of a student with an entry that waits
 * (as_class_waiting) stay as they are. */
int as_class_mark(struct as_class *class, struct as_findings *findings,
	struct as_error *error) AS_MUST_USE AS_NONNULL(1, 2);

/** Gives the members of each team the marks of manual.csv that one of them has. */
int as_class_share_manual(const struct as_class *class, struct as_manual *manual,
	struct as_error *error) AS_MUST_USE AS_NONNULL(1, 2);
/** The rows of the register: first the people who were entered, in their order. */
size_t as_class_row_count(const struct as_class *class) AS_NONNULL(1);
const struct as_class_row *as_class_row(const struct as_class *class, size_t index) AS_NONNULL(1);
/** The mark of an item. NULL: the row has no such item. */
const struct as_class_mark *as_class_find_mark(const struct as_class_row *row, const char *item)
	AS_NONNULL(1, 2);
/** The work for a package, by its short name. NULL: the row has none. */
const struct as_class_work *as_class_find_work(const struct as_class_row *row, const char *package)
	AS_NONNULL(1, 2);
/** Reads the result of a work into an empty one (clear it): 1, or 0 if it has none. */
int as_class_result(struct as_class *class, const struct as_class_work *work,
	struct as_result *result, struct as_error *error) AS_MUST_USE AS_NONNULL(1, 2, 3);

/** The work with its lenient judging in place of its job, for as_class_result and
 * as_class_result_shown, which return 0 if there was none. Borrows from `work`. */
struct as_class_work as_class_lenient(const struct as_class_work *work) AS_NONNULL(1);

/** A number before and after a change. */
struct as_class_step {
	const char *item;       /**< its id; of other steps NULL */
	bool was_open, is_open; /**< there was, or is, no such number */
	int64_t before_e4, now_e4;
};
/** A person whose marks that count would change: all of it. Borrowed until the class is closed or
 * the marks are computed again. */
struct as_class_change {
	const char *id;
	const char *name; /**< NULL: unknown, or blind marking */
	/** Open: the mark is not complete, so that its total is not a mark. */
	struct as_class_step total;
	struct as_class_step penalty; /**< for lateness, in points; never open */
	struct as_class_step *items;  /**< those that differ */
	size_t item_count;
	const char *why; /**< "submission changed; late by 20 h 1 min, was in time" */
};
/** The changes that as_class_apply would make, in the order of people: one for each person with a
 * complete mark, or a mark of an item, that would be another one or none. */
const struct as_class_change *as_class_changes(const struct as_class *class, size_t *count)
	AS_NONNULL(1, 2);
/** Makes all new marks count. 1: done. 0: in a store, another process has changed the register, and
 * nothing was changed: call as_class_mark, and look at the changes again. */
int as_class_apply(struct as_class *class, struct as_error *error) AS_MUST_USE AS_NONNULL(1);
/** True: both marks are complete, and only marks of items differ. */
bool as_class_total_stays(const struct as_class_change *change) AS_NONNULL(1);
/** The numbers of a change in one line: "total 100 -> 30, negative 40 -> 0, late penalty 0 -> 30",
 * or "total stays 12, large 10 -> 0". A number that does not exist is "none". The total is left out
 * if neither mark is complete. Free it with free; NULL: out of memory. */
char *as_class_describe_change(
	const struct as_class_change *change, struct as_error *error) AS_MUST_USE AS_NONNULL(1);

/* ---- pseudonyms ---- */

/** The indices of the rows in the order of the class or, in blind marking, sorted by pseudonym,
 * because the order of the class would reveal the people. Free it. */
size_t *as_class_order(const struct as_class *class, struct as_error *error) AS_MUST_USE
	AS_NONNULL(1);
/** The id of a person for output: in blind marking, the pseudonym. */
const char *as_class_label(const struct as_class *class, const char *id,
	char label[AS_PSEUDONYM_SIZE]) AS_NONNULL(1, 2, 3);
/** The people who may be in manual.csv and overrides.csv. Free it with free. */
struct as_person_key *as_class_keys(const struct as_class *class, size_t *count,
	struct as_error *error) AS_MUST_USE AS_NONNULL(1, 2);
/** In blind marking: replaces ids, names and email addresses in a text of a person, on the heap, by
 * pseudonyms, and names of submitted files by numbers. Those of others only if unlike code. */
int as_class_hide(const struct as_class *class, const char *id, char **text,
	struct as_error *error) AS_MUST_USE AS_NONNULL(1, 2, 3);
/** Likewise in code, where spaces replace bytes of 0. Lines stay lines. */
int as_class_hide_bytes(const struct as_class *class, const char *id, struct as_bytes *bytes,
	struct as_error *error) AS_MUST_USE AS_NONNULL(1, 2, 3);
/** as_class_result for output. A message of the compiler names the cell of a notebook, and in blind
 * marking texts have no names. */
int as_class_result_shown(struct as_class *class, const char *id, const struct as_class_work *work,
	struct as_result *result, struct as_error *error) AS_MUST_USE AS_NONNULL(1, 2, 3, 4);

/* ---- files ---- */

#define AS_CLASS_KEY_SIZE 80
/** The name of a person's files: the id if it is safe as a file name, else a digest of it. Returns
 * `key`. */
char *as_class_key(const char *id, char key[AS_CLASS_KEY_SIZE]) AS_NONNULL(1, 2);
/** Writes the files of the folder, from the marks that count. AS_ERROR_USAGE: there is none. */
int as_class_write(struct as_class *class, struct as_error *error) AS_MUST_USE AS_NONNULL(1);
/** Callers reach the other files of a class only by these functions.
 * Reads manual.csv and overrides.csv, or the caller's decisions, into empty tables. */
int as_class_read_decisions(const struct as_class *class, struct as_manual *manual,
	struct as_overrides *overrides, struct as_findings *findings,
	struct as_error *error) AS_MUST_USE AS_NONNULL(1, 2, 3, 4);
/** Makes marks.csv (clear it). */
int as_class_marks_table(const struct as_class *class, struct as_bytes *bytes,
	struct as_error *error) AS_MUST_USE AS_NONNULL(1, 2);
/** Writes a table of the caller, such as left-out.csv. */
int as_class_write_table(const struct as_class *class, const char *name,
	const struct as_bytes *bytes, struct as_error *error) AS_MUST_USE AS_NONNULL(1, 2, 3);
/** The open folder for pages and what they show; borrowed. -1: there is none. */
int as_class_folder(const struct as_class *class) AS_NONNULL(1);

/** The space of a folder's class in its store. */
#define AS_CLASS_SPACE "class"
/** Removes name and email address of a person from the register of a space; the marks stay. An id
 * that contains a name or a mail address is replaced by its digest; `shown` is then the new id,
 * else "". 1, or 0 if the register has no such person. The sources are removed by as_store_forget
 * with as_class_owner. */
int as_class_forget(struct as_store *store, const char *space, const char *id,
	char shown[AS_CLASS_KEY_SIZE], struct as_error *error) AS_MUST_USE AS_NONNULL(1, 2, 3, 4);
/** The owner of a person's jobs in a store: the id, or its digest if it is a mail address or
 * contains blanks. Writes it into `owner` and returns it. */
const char *as_class_owner(const char *id, char owner[AS_CLASS_KEY_SIZE]) AS_NONNULL(1, 2);

#include <assay/grade/class/judging.h>

#endif
