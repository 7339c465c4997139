/* SPDX-License-Identifier: MIT */
/**
 * Pages of clarifications: questions, answers and announcements. Included by pages.h.
 *
 * Addresses; forms as in pages.h. SUBJECT: the id of a problem, "category:NAME", or "" for general.
 *
 *	GET /clarifications      as_contest_page_clarifications
 *	POST /clarifications     from a team: problem (a SUBJECT), text
 *	GET /jury/clarifications as_contest_page_jury_clarifications: ?state=WORD &subject=SUBJECT
 *	POST /jury/clarifications   an announcement: to ("all", or one or more of "team:ID" and
 *	                         "group:ID"), problem (a SUBJECT), text; or an answer, with
 *	                         reply_to (index + 1), as below
 *	GET /jury/clarifications/N  as_contest_page_jury_clarification: N is the index + 1
 *	POST /jury/clarifications/N action: "answer" (also if missing), with to, text, and
 *	                         quote: "1" (the question is quoted for others than its team);
 *	                         or a name of enum as_contest_mark. What the page showed:
 *	                         replies, answered, claimed (struct as_contest_question_seen;
 *	                         a username)
 */
#ifndef ASSAY_CONTEST_PAGES_MESSAGES_H
#define ASSAY_CONTEST_PAGES_MESSAGES_H

#include <assay/contest/pages.h>

/** The prefix of the SUBJECT of a category. */
#define AS_CONTEST_CATEGORY "category:"

/** A form as typed before it was refused; members can be NULL. */
struct as_contest_typed_message {
	const char *subject, *text;
	const char *const *to; /**< NULL-terminated */
	bool leaves_quote;     /**< the question is not quoted */
};

/** The clarifications that the visitor may see, with a form for a team. `typed` may be NULL. */
void as_contest_page_clarifications(FILE *out, const struct as_contest_visit *visit,
	const struct as_contest_typed_message *typed) AS_NONNULL(1, 2);

/** Selects threads. */
struct as_contest_desk_filter {
	const char *state;   /**< "open", "mine" (claimed by the visitor), "answered"; else all */
	const char *subject; /**< a SUBJECT, "general"; NULL or "": all */
};
/** For the jury: open questions by subject, then all others, and the form for announcements.
 * `typed` may be NULL. */
void as_contest_page_jury_clarifications(FILE *out, const struct as_contest_visit *visit,
	const struct as_contest_desk_filter *filter, const struct as_contest_typed_message *typed)
	AS_NONNULL(1, 2, 3);
/** A clarification with its replies. The form for an answer offers several teams and groups. */
void as_contest_page_jury_clarification(FILE *out, const struct as_contest_visit *visit,
	size_t clarification, const struct as_contest_typed_message *typed) AS_NONNULL(1, 2);

#endif
