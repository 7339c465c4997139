/* SPDX-License-Identifier: MIT */
#pragma once
#include "reader.h"

/* ---- feedback files of an output validator --------------------------------------------------- */

#define GEN_PATH_BYTES_ 4096
#define GEN_NOTES_BYTES_ 32768

/*
 * Messages are kept until the verdict is known, because it comes first: judging systems show the
 * beginning of the file. They are cut at a maximum length, because a submission may cause any
 * number of them.
 */
struct gen_notes_ {
	bool cut;
	size_t used;
	char text[GEN_NOTES_BYTES_];
};

struct gen_feedback_ {
	const char *folder; /* NULL: this is no output validator */
	struct gen_notes_ judge, team;
};

static inline struct gen_feedback_ *gen_feedback_get_(void)
{
	static struct gen_feedback_ feedback;
	return &feedback;
}

/* Opens a file of the feedback folder, whose name may end with a slash. */
static inline FILE *gen_feedback_open_(const char *name, const char *mode)
{
	const char *folder = gen_feedback_get_()->folder;
	char path[GEN_PATH_BYTES_];
	size_t length = strlen(folder);
	bool slash = length > 0 && folder[length - 1] == '/';
	int written = snprintf(path, sizeof path, "%s%s%s", folder, slash ? "" : "/", name);
	FILE *file = written < (int)sizeof path ? fopen(path, mode) : NULL;
	if (!file)
		gen_fail("cannot open %s in the feedback folder: %s", name, strerror(errno));
	return file;
}

static inline void gen_feedback_close_(FILE *file, const char *name)
{
	if (fclose(file) != 0)
		gen_fail("cannot write %s: %s", name, strerror(errno));
}

static inline void gen_notes_add_(struct gen_notes_ *notes, const struct gen_message_ *message)
{
	notes->cut = notes->cut || message->used + 1 > sizeof notes->text - notes->used;
	if (notes->cut)
		return;
	memcpy(notes->text + notes->used, message->text, message->used);
	notes->used += message->used;
	notes->text[notes->used++] = '\n';
}

/* Appends, because an earlier pass may have written messages. */
static inline void gen_notes_write_(
	const struct gen_notes_ *notes, const struct gen_message_ *verdict, const char *name)
{
	if (!notes->used && !notes->cut && !verdict)
		return;
	FILE *file = gen_feedback_open_(name, "a");
	if (verdict)
		gen_message_write_(verdict, file);
	gen_put_printable_(notes->text, notes->used, file);
	if (notes->cut)
		fputs("...\n", file);
	gen_feedback_close_(file, name);
}

/* Writes the verdict's words (or NULL) and all messages into the files. */
static inline void gen_feedback_end_(const struct gen_message_ *verdict)
{
	const struct gen_feedback_ *feedback = gen_feedback_get_();
	if (!feedback->folder)
		return;
	gen_notes_write_(&feedback->judge, verdict, "judgemessage.txt");
	gen_notes_write_(&feedback->team, NULL, "teammessage.txt");
}

/* Exit status 43, with a line that has the reason. */
static inline void gen_reject_(const struct gen_message_ *message) GEN_NORETURN_;
static inline void gen_reject_(const struct gen_message_ *message)
{
	gen_program_get_()->ended = true;
	gen_message_write_(message, stderr);
	gen_feedback_end_(message);
	exit(GEN_REJECTED);
}
