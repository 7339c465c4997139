/* SPDX-License-Identifier: MIT */
#pragma once
#include "check.h"

/* ---- the verdict of an output validator -------------------------------------------------------
 */

/** Checks that only white space is left. In an interaction, ends the submission's input first,
 * because the submission may be waiting for that. */
static inline void gen_check_end(enum gen_source source)
{
	char text[GEN_LOOKAHEAD_BYTES_];
	struct gen_writer_ *writer = gen_writer_get_();
	if (source == GEN_OUTPUT && gen_reader_get_(source)->by_token) {
		gen_flush();
		if (!writer->lost)
			fclose(stdout);
		writer->lost = true;
	}
	if (gen_check_more(source)) {
		struct gen_piece_ taken = gen_check_take_(source, text, sizeof text);
		gen_check_misfit_(source, taken, NULL, "the end of the %s",
			source == GEN_OUTPUT ? "output" : "file");
	}
}

/* Rejects output that was not read. In an interaction the interactor decides when to check this. */
static inline void gen_check_unread_(void)
{
	if (!gen_reader_get_(GEN_OUTPUT)->by_token)
		gen_check_end(GEN_OUTPUT);
	gen_options_end_();
	if (gen_writer_get_()->file)
		gen_write_close_("nextpass.in");
	else
		gen_flush();
	gen_program_get_()->ended = true;
	gen_feedback_end_(NULL);
}

/** Accepts the submission, whose output must have been read to its end: `return
 * gen_check_accept();`. */
static inline int gen_check_accept(void)
{
	gen_check_unread_();
	return GEN_ACCEPTED;
}

static inline int gen_check_accept_with_(const char *file, int64_t value, unsigned decimals)
{
	if (value < 0)
		gen_fail("%s cannot be below 0", file);
	gen_check_unread_();
	gen_write_to_(gen_feedback_open_(file, "w"));
	gen_write_real(value, decimals);
	gen_newline();
	gen_write_close_(file);
	return GEN_ACCEPTED;
}

/** Accepts with score / 10^decimals points: 125 with one decimal is 12.5. Only in a scoring
 * package. */
static inline int gen_check_accept_score(int64_t score, unsigned decimals)
{
	return gen_check_accept_with_("score.txt", score, decimals);
}

/** Accepts with this share of the test's points, from 0 to 1: 75 with two decimals is 0.75. */
static inline int gen_check_accept_multiplier(int64_t multiplier, unsigned decimals)
{
	return gen_check_accept_with_("score_multiplier.txt", multiplier, decimals);
}

/** Begins the input of another pass: output written after this call, if the submission is
 * accepted. */
static inline void gen_check_next_pass(void)
{
	gen_write_to_(gen_feedback_open_("nextpass.in", "w"));
}
