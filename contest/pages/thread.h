/* SPDX-License-Identifier: MIT */
/* thread: private header of pages: a clarification with its replies (thread.c, answer.c), its
 * subject (subject.c), and its recipients (recipients.c). */
#ifndef ASSAY_CONTEST_PAGES_THREAD_H
#define ASSAY_CONTEST_PAGES_THREAD_H

#include "page.h"

/* The recipients of a clarification: "all", "the jury", or teams and groups. */
void page_recipients(FILE *out, const struct as_contest_visit *visit,
	const struct as_contest_clarification *clarification);
enum page_reply {
	PAGE_NO_REPLY,
	PAGE_REPLY_TO_ONE,     /* to the asking team or all, with a link to the form for several */
	PAGE_REPLY_TO_SEVERAL, /* any teams and groups can be chosen */
};
/* A clarification with its replies. `reply`: the form, if a team asks. `typed` may be NULL. */
void page_thread(FILE *out, const struct as_contest_visit *visit, size_t clarification,
	enum page_reply reply, const struct as_contest_typed_message *typed);
/* True if the visitor sees the clarification, and not as a reply to a visible one. */
bool page_is_thread(const struct as_contest_visit *visit, size_t clarification);
/* The jury's form for a question (answer.c). */
void page_answer_form(FILE *out, const struct as_contest_visit *visit, size_t clarification,
	enum page_reply reply, const struct as_contest_typed_message *typed);

/* ---- the subject ---- */

/* Its problem, as a link, or its category. */
void page_subject(FILE *out, const struct as_contest_visit *visit,
	const struct as_contest_clarification *clarification);
/* True if it is `subject`, of a filter. */
bool page_is_about(const struct as_contest_visit *visit,
	const struct as_contest_clarification *clarification, const char *subject);
/* An <option> for each subject but "General". */
void page_subject_options(FILE *out, const struct as_contest_visit *visit, const char *selected);
/* A field for the subject of a new clarification. `typed` may be NULL. */
void page_subject_field(FILE *out, const struct as_contest_visit *visit,
	const struct as_contest_typed_message *typed);
/* A field for its text. `label` is the caption. */
void page_text_field(
	FILE *out, const char *label, int rows, const struct as_contest_typed_message *typed);

/* ---- recipients ---- */

/* A field for the recipients of a clarification, of which several can be selected; "all" only
 * alone. The asking team comes first; AS_CONTEST_NONE: there is none. Unless others were typed, it
 * or all teams are selected. */
void page_recipient_field(FILE *out, const struct as_contest_visit *visit, size_t asker,
	const struct as_contest_typed_message *typed);
/* A field for the asking team or all teams. */
void page_audience_field(FILE *out, const struct as_contest_visit *visit, size_t asker,
	const struct as_contest_typed_message *typed);

#endif
