/* SPDX-License-Identifier: MIT */
/**
 * grade/similar: finds the submissions of a class that have long passages in common, by winnowing
 * (Schleimer, Wilkerson, Aiken: Winnowing, SIGMOD 2003) over their tokens. Names, numbers, texts,
 * comments, white space and the order of functions make no difference. It reports that submissions
 * are similar; it does not know why.
 *
 * Life cycle: as_similar_new, as_similar_add for each submission, as_similar_add_base for each file
 * that the teacher gave to everybody, as_similar_compare, as_similar_report_clear, as_similar_free.
 *
 * The report depends on the submissions and their ids alone, never on the order in which they were
 * added, except that it names them by their index in that order.
 */
#ifndef ASSAY_GRADE_SIMILAR_H
#define ASSAY_GRADE_SIMILAR_H

#include <assay/source.h>

/* ---- what is compared ------------------------------------------------------------------------ */

struct as_similar_file {
	const char *name; /**< within the submission: "src/main.c" */
	/** Only files of one family are compared with each other. A file in another language is not
	 * compared; the report has a note. */
	enum as_source_language language;
	const char *text; /**< any bytes */
	size_t size;
};
struct as_similar_submission {
	const char *id; /**< unique */
	const struct as_similar_file *files;
	size_t file_count;
};

/** Maximum size of a file in bytes, and number of tokens of a submission, that are compared. The
 * report has a note if something was cut. */
#define AS_SIMILAR_FILE_BYTES (1024 * 1024)
#define AS_SIMILAR_SUBMISSION_TOKENS 65536
/** More submissions, or more tokens of all of them together, are an AS_ERROR_INPUT. */
#define AS_SIMILAR_MAX_SUBMISSIONS 4096
#define AS_SIMILAR_MAX_TOKENS (32 * 1024 * 1024)

/* ---- comparing ------------------------------------------------------------------------------- */

/** All shares, here and in the report, are in 1/10000. */
struct as_similar_config {
	/** k: fewer common tokens than this are noise. */
	size_t noise_tokens;
	/** t, at least k: every passage of t tokens that two submissions have in common is found,
	 * and no shorter one is reported. Exceptions: passages that do not count, and passages (of
	 * long tables, for example) whose k tokens all occur more than 8 times in a submission. */
	size_t passage_tokens;
	/** k consecutive tokens are common if more than this share of the programs, and more than
	 * AS_SIMILAR_MIN_COMMON, have them; equal programs are one. Common tokens are reported
	 * with all that have them, but do not count for pairs. */
	unsigned common_share;
	/** A pair is reported if the share of either side is at least this. */
	unsigned min_share;
	/** Maximum number of pairs in the report. */
	size_t max_pairs;
};
#define AS_SIMILAR_MIN_COMMON 10
/** The defaults. */
extern const struct as_similar_config as_similar_defaults;

struct as_similar;
/** `config` is copied; NULL: the defaults. */
struct as_similar *as_similar_new(
	const struct as_similar_config *config, struct as_error *error) AS_MUST_USE;
void as_similar_free(struct as_similar *similar);
static inline void as_auto_similar(struct as_similar **similar)
{
	as_similar_free(*similar);
}
#define AS_AUTO_SIMILAR AS_AUTO(as_auto_similar)

/** Reads the tokens of a submission; nothing is borrowed afterwards. Submissions have the indices
 * 0, 1, ... in the order of the calls. */
int as_similar_add(struct as_similar *similar, const struct as_similar_submission *submission,
	struct as_error *error) AS_MUST_USE AS_NONNULL(1, 2);
/** Adds base code, which the teacher gave to everyone. Passages of it count on neither side. */
int as_similar_add_base(struct as_similar *similar, const struct as_similar_file *file,
	struct as_error *error) AS_MUST_USE AS_NONNULL(1, 2);

/** Computes the digest of a text without white space, and without comments if the ending of `name`
 * is known. Also estimates the number of tokens. The text may be in any language. */
int as_similar_digest(const char *name, const char *text, size_t size, char hex[AS_DIGEST_HEX_SIZE],
	size_t *token_count, struct as_error *error) AS_MUST_USE AS_NONNULL(1, 2, 4, 5);

/* ---- the report ------------------------------------------------------------------------------ */

/** Lines of a file: 1-based, both included. A line ends with \n, \r\n or \r. */
struct as_similar_lines {
	size_t file; /**< index in the `files` of the submission */
	unsigned first;
	unsigned last;
};
/** A passage that is equal on both sides, token for token, and of maximum length. Passages of a
 * pair do not overlap on either side. */
struct as_similar_region {
	struct as_similar_lines lines[2];
	size_t token_count;
};
struct as_similar_side {
	size_t submission; /**< index */
	size_t counted;    /**< tokens of the submission that count */
	size_t matched;    /**< and those of them that are in regions */
	unsigned share;    /**< `matched` of `counted` */
};
struct as_similar_pair {
	struct as_similar_side sides[2];   /**< the lesser id first, by its bytes */
	struct as_similar_region *regions; /**< in the order of sides[0] */
	size_t region_count;
};

/** Submissions whose programs are equal: the same tokens, and calls of the same functions of the
 * language, in the same files, whatever the files' names, or in the same functions in another
 * order. They do not form pairs with each other, and one of them represents all in pairs with
 * others. */
struct as_similar_cluster {
	size_t *submissions; /**< indices, by id; at least 2 */
	size_t count;
	size_t counted; /**< tokens of the first one that are not base code; at least 1 */
	size_t order;   /**< private */
};

/** Number of tokens of a submission: counted = all - base - common. */
struct as_similar_read {
	size_t token_count;
	size_t base_count;   /**< in passages of base code */
	size_t common_count; /**< in common passages, but not in base code */
};

/** A submission that has common passages. */
struct as_similar_sharer {
	size_t submission; /**< index */
	unsigned share;    /**< the passages' part of its tokens that are not base code */
};
/** Passages that more than `common_share` of the programs have, and nearly the same programs: one
 * in four may lack a passage. A submission with less than a quarter of what another one has of them
 * is not listed. */
struct as_similar_common {
	size_t submission;              /**< one with the greatest share */
	struct as_similar_lines *lines; /**< its passages */
	size_t line_count;
	struct as_similar_sharer *sharers; /**< the greatest share first, then by id */
	size_t sharer_count;
};

enum as_similar_note_kind {
	AS_SIMILAR_NOTE_LANGUAGE, /**< the file was not compared */
	AS_SIMILAR_NOTE_BYTES,  /**< the file is larger than AS_SIMILAR_FILE_BYTES: cut after `line`
				 */
	AS_SIMILAR_NOTE_TOKENS, /**< the submission, or base file, has too many tokens: cut after
				   `line`, as are its files with greater names */
	AS_SIMILAR_NOTE_OPEN,   /**< a comment or text that starts at `line` is not terminated */
};
struct as_similar_note {
	enum as_similar_note_kind kind;
	size_t submission; /**< index; AS_SIMILAR_BASE: a file of base code */
	size_t file;       /**< index in its `files`, or of the calls of as_similar_add_base */
	unsigned line;     /**< 0: none */
};
#define AS_SIMILAR_BASE SIZE_MAX
/** The note in words, without the file: "only the first 1048576 bytes, up to line 12, were
 * compared". Returns `text`. */
#define AS_SIMILAR_NOTE_SIZE 128
char *as_similar_note_format(const struct as_similar_note *note, char text[AS_SIMILAR_NOTE_SIZE])
	AS_NONNULL(1, 2);

/** Initialise with `= {0}`. */
struct as_similar_report {
	/** Sorted by the greater share of the two sides, then by the lesser, then by ids. */
	struct as_similar_pair *pairs;
	size_t pair_count;
	size_t left_out_count; /**< number of pairs beyond `max_pairs`: their shares are not greater
				*/
	/** Sorted by `counted`, the greatest first, then by the number of submissions. */
	struct as_similar_cluster *clusters;
	size_t cluster_count;
	struct as_similar_read *submissions; /**< by index */
	size_t submission_count;
	/** At most AS_SIMILAR_MAX_COMMON; those first whose submissions have greater shares. */
	struct as_similar_common *common;
	size_t common_count;
	size_t common_left_out_count; /**< number of groups of passages beyond these */
	struct as_similar_note
		*notes; /**< by id of the submission and name of the file; base code first */
	size_t note_count;
};
#define AS_SIMILAR_MAX_COMMON 30
void as_similar_report_clear(struct as_similar_report *report);
#define AS_AUTO_SIMILAR_REPORT AS_AUTO(as_similar_report_clear)

/**
 * Compares every submission with every other. Call it once, after all submissions and base code
 * were added. Two submissions with the same id are an AS_ERROR_INPUT. `cancel` may be NULL. On
 * failure `report` is empty.
 */
int as_similar_compare(struct as_similar *similar, const atomic_bool *cancel,
	struct as_similar_report *report, struct as_error *error) AS_MUST_USE AS_NONNULL(1, 3);

#endif
