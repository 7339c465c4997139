/* SPDX-License-Identifier: MIT */
#pragma once
#include "draws.h"
#include "read.h"
#include "verdict.h"

/* ---- the beginning --------------------------------------------------------------------------- */

/* Without gen_end the last block would be lost silently. */
static inline void gen_ended_check_(void)
{
	if (gen_program_get_()->ended)
		return;
	fputs("gen.h: the program ended without gen_end or gen_read_end\n", stderr);
	_Exit(GEN_FAILED);
}

static inline void gen_begin_(int argc, char **argv, int first)
{
	const char *slash = argc > 0 ? strrchr(argv[0], '/') : NULL;
	gen_program_get_()->name = slash ? slash + 1 : argc > 0 ? argv[0] : NULL;
	if (first > 1 && argc < first)
		gen_fail("usage: INPUT ANSWER FEEDBACK_FOLDER [--name value...] < OUTPUT");
	gen_options_take_(argc, argv, first);
	gen_seed(gen_option_text_or("seed", ""));
	if (gen_tape_start_())
		gen_stream_get_()->drawing = GEN_DRAWING_TAPED_;
	gen_state_fill_(gen_tape_get_()->rest_state, gen_tape_get_()->rest);
	gen_overview_start_();
	if (atexit(gen_ended_check_) != 0)
		gen_fail("atexit failed");
}

/** Parses the command line and seeds the stream with --seed (default ""). */
static inline void gen_start(int argc, char **argv)
{
	gen_begin_(argc, argv, 1);
}

static inline void gen_open_(enum gen_source source, const char *path)
{
	if (!(gen_reader_get_(source)->file = fopen(path, "rb")))
		gen_fail("cannot open %s: %s", path, strerror(errno));
}

/** Starts an output validator: input file, answer file, feedback folder, then options. The
 * submission's output is standard input. */
static inline void gen_check_start(int argc, char **argv)
{
	gen_begin_(argc, argv, 4);
	gen_open_(GEN_INPUT, argv[1]);
	gen_open_(GEN_ANSWER, argv[2]);
	gen_feedback_get_()->folder = argv[3];
}

/** Starts an interactor, whose standard output is the submission's input. Readers of GEN_OUTPUT
 * first send the output buffer, and then wait only for the end of one token. */
static inline void gen_interact_start(int argc, char **argv)
{
	gen_check_start(argc, argv);
	gen_reader_get_(GEN_OUTPUT)->by_token = true;
	gen_writer_get_()->outlives_reader = true;
#ifdef SIGPIPE
	if (signal(SIGPIPE, SIG_IGN) == SIG_ERR)
		gen_fail("cannot ignore broken pipes");
#endif
}

/** Ends a generator: `return gen_end();`. */
static inline int gen_end(void)
{
	gen_options_end_();
	gen_flush();
	gen_tape_end_();
	gen_program_get_()->ended = true;
	return 0;
}
