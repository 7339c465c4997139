/* SPDX-License-Identifier: MIT */
/**
 * checktestdata: scripts in the language Checktestdata of DOMjudge, which describe valid inputs.
 *
 * Life cycle: as_ctd_parse; any number of calls of as_ctd_check, which reads an input, or of
 * as_ctd_run with another device, such as one that draws an input; as_ctd_free. A script does not
 * change, so threads may share it. Scripts and inputs are untrusted: memory, nesting and steps are
 * limited. An error of kind AS_ERROR_INPUT is the script's fault; with sys_errno ENOTSUP the script
 * may be right, but needs something that is not supported; with ETIME it took too much time.
 */
#ifndef ASSAY_CHECKTESTDATA_H
#define ASSAY_CHECKTESTDATA_H

#include <assay/base.h>

struct as_ctd;
/** Parses a script; errors have its line. `name` is used in messages. */
struct as_ctd *as_ctd_parse(const char *name, const char *text, size_t size,
	struct as_error *error) AS_MUST_USE AS_NONNULL(1, 2);
/** Takes NULL. */
void as_ctd_free(struct as_ctd *ctd);
static inline void as_auto_ctd(struct as_ctd **ctd)
{
	as_ctd_free(*ctd);
}
#define AS_AUTO_CTD AS_AUTO(as_auto_ctd)

/** What a script is run for. */
struct as_ctd_check_request {
	const char *input; /**< borrowed */
	size_t size;
	bool is_lenient;     /**< as --whitespace-ok of Checktestdata: blanks may be longer */
	uint64_t max_steps;  /**< 0: in proportion to the size of the input */
	int64_t cpu_time_ns; /**< the limit; 0: only that of steps */
	const atomic_bool *cancel;
};
/** Reads an input. Sets `accepted`; if it is false, `reason` is one printable line: the place in
 * the input, and what was expected and found there. */
int as_ctd_check(const struct as_ctd *ctd, const struct as_ctd_check_request *request,
	bool *accepted, char *reason, size_t reason_size, struct as_error *error) AS_MUST_USE
	AS_NONNULL(1, 2, 3, 4);

/* ---- values ------------------------------------------------------------------------------ */

__extension__ typedef __int128 as_ctd_digits;
enum as_ctd_type { AS_CTD_IS_INTEGER, AS_CTD_IS_REAL, AS_CTD_IS_TEXT };
/** A number is digits * 10^exponent, so numbers are exact; the exponent of an integer is 0. */
struct as_ctd_value {
	enum as_ctd_type type;
	int32_t exponent;
	union {
		as_ctd_digits digits;
		struct {
			const char *text; /**< borrowed from the script, or from the device */
			size_t size;
		};
	};
};
/** As strcmp. */
int as_ctd_number_compare(const struct as_ctd_value *a, const struct as_ctd_value *b)
	AS_NONNULL(1, 2);
/** Changes the exponent of a number to a lower one, but not its value. False: beyond 128 bits. */
bool as_ctd_number_scale(struct as_ctd_value *number, int32_t exponent) AS_MUST_USE AS_NONNULL(1);
/** Writes a number as text, at most 63 bytes and a NUL. Returns `text`. */
char *as_ctd_number_format(const struct as_ctd_value *number, char text[64]) AS_NONNULL(1);

/* ---- running a script -------------------------------------------------------------------- */

/** FLOAT and FLOATP. */
struct as_ctd_float {
	struct as_ctd_value lo, hi;
	bool is_fixed, is_scientific; /**< both false: either form */
	bool has_decimals;            /**< FLOATP: from min to max */
	int min, max;
};
struct as_ctd_run;
/** Reads or makes the parts of an input. Functions return 0, or -1 after an error or after the
 * device has noted for itself that the input ends here. */
struct as_ctd_device {
	/** STRING; `is_blank`: SPACE and NEWLINE */
	int (*text)(struct as_ctd_run *run, const struct as_ctd_value *text, bool is_blank);
	int (*integer)(
		struct as_ctd_run *run, as_ctd_digits lo, as_ctd_digits hi, as_ctd_digits *value);
	int (*real)(struct as_ctd_run *run, const struct as_ctd_float *wanted,
		struct as_ctd_value *value);
	/** REGEX. `place` identifies a pattern that never changes; 0: it may change. The text must
	 * live as long as the run. */
	int (*regex)(struct as_ctd_run *run, uint32_t place, const struct as_ctd_value *pattern,
		struct as_ctd_value *text);
	int (*next_is)(struct as_ctd_run *run, const struct as_ctd_value *chars, bool *holds);
	int (*at_end)(struct as_ctd_run *run, bool *holds);
	int (*end)(struct as_ctd_run *run);    /**< EOF */
	int (*failed)(struct as_ctd_run *run); /**< an ASSERT does not hold */
	/** One repetition begins (`ends` false) or ends; NULL: of no interest. */
	int (*part)(struct as_ctd_run *run, bool ends, size_t *part);
};
/** The caller sets the first part, the rest is private. */
struct as_ctd_run {
	const struct as_ctd *ctd;
	const struct as_ctd_device *device;
	void *context; /**< of the device */
	uint64_t max_steps;
	size_t max_values;         /**< of variables */
	int64_t end_cpu_ns;        /**< of the calling thread's CPU time; 0: no limit */
	const atomic_bool *cancel; /**< or NULL */
	struct as_error *error;

	uint64_t steps;
	unsigned depth; /**< nesting of the values and conditions that are being computed */
	unsigned line;  /**< of the script, for messages */
	size_t value_count;
	struct as_ctd_array *arrays; /**< by variable */
};
/** Runs a script to its end, with an EOF after its last command. */
int as_ctd_run(struct as_ctd_run *run) AS_MUST_USE AS_NONNULL(1);
/** Counts steps. -1: too many, or cancelled. */
int as_ctd_charge(struct as_ctd_run *run, uint64_t steps) AS_MUST_USE AS_NONNULL(1);
/** Sets an error with the line of the script. `cause`: 0, ENOTSUP or ETIME. Returns -1. */
int as_ctd_complain(struct as_ctd_run *run, int cause, const char *problem) AS_NONNULL(1, 3);

#endif
