/* SPDX-License-Identifier: MIT */
/** row: a row of the register of a class: the marks of a student that count, and what they come
 * from. Part of class.h. */
#ifndef ASSAY_GRADE_CLASS_ROW_H
#define ASSAY_GRADE_CLASS_ROW_H

#include <assay/grade/marks.h>

/** The job and the submission that a person's marks come from. */
struct as_class_work {
	char *package; /**< its short name */
	char package_digest[AS_DIGEST_HEX_SIZE];
	char files[AS_DIGEST_HEX_SIZE];    /**< of all that was handed in for it */
	int64_t job;                       /**< in grade.db; 0: it could not be judged */
	int64_t lenient_job;               /**< of its lenient judging; 0: there was none */
	char *language;                    /**< of the submission; NULL: unknown */
	char compiler[AS_DIGEST_HEX_SIZE]; /**< the language's digest, with its compiler */
	char sandbox[AS_DIGEST_HEX_SIZE], limits[AS_DIGEST_HEX_SIZE];
	char *version; /**< of assay that judged */
	char *worker;  /**< of a store on a server, or NULL */
};

/** A mark that counts. */
struct as_class_mark {
	char *item; /**< its id */
	enum as_mark_state state;
	int64_t raw_e4, mark_e4; /**< as in struct as_item_mark */
	bool overridden;
	char *comment; /**< of the person who marked; NULL: none */
	uint64_t accepted, tests;
};

/** The steps from the marks of all items to the total. */
struct as_class_total {
	bool complete, overridden;
	enum as_late_state late;
	int64_t late_s, penalty_e4, total_e4;
	char **todo;           /**< as in struct as_marks; NULL-terminated, NULL: nothing */
	size_t decision_count; /**< as in struct as_marks */
	char *unmarked;        /**< as in struct as_marks; NULL: none */
};

/** What the register remembers of a student's submission and of decisions about it. */
struct as_class_memory {
	bool is_known; /**< false: the row is of a version that did not remember */
	/** By package: the digest of the files handed in last; "?": that of the doubt about which
	 * submission counts, or "-". */
	struct as_text_map seen;
	/** By item, or "total": the digests of the decision, of the files it was made for, and of
	 * the doubt at that time. */
	struct as_text_map decided;
};

/** A row of the register. */
struct as_class_row {
	char *id, *name, *mail; /**< NULL: unknown or forgotten */
	bool is_forgotten;      /**< name, mail and sources were removed */
	bool is_marked;         /**< the rest is set */
	bool submitted, time_known;
	int64_t time_s; /**< of the attempt that counts */
	char scheme[AS_DIGEST_HEX_SIZE];
	struct as_class_work *works;
	size_t work_count;
	struct as_class_mark *marks;
	size_t mark_count;
	struct as_class_total total;
	/** Facts of the run that made the marks, by name (facts.c); empty in rows of earlier
	 * versions. */
	struct as_text_map facts;
	struct as_class_memory memory; /**< also of a row that is not marked */
	bool waits; /**< a change of these marks waits for as_class_apply; not stored */
#define AS_CLASS_WAITS "a new mark waits for --apply"
};

/** The maximum of an item's mark, or of the total (`item` is NULL), in the scheme that gave the
 * mark; `known` if the row does not contain the maximum, as in rows of earlier versions. */
int64_t as_class_full(const struct as_class_row *row, const char *item, int64_t known)
	AS_NONNULL(1);

#endif
