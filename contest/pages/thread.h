/* SPDX-License-Identifier: MIT */
/* thread: private header of pages: a clarification with its replies (thread.c). */
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
/* A clarification with its replies. `reply`: the form, if a team asks. */
void page_thread(FILE *out, const struct as_contest_visit *visit, size_t clarification,
	enum page_reply reply);
/* True if the visitor sees the clarification, and not as a reply to a visible one. */
bool page_is_thread(const struct as_contest_visit *visit, size_t clarification);

#endif
