/* SPDX-License-Identifier: MIT */
/* Private header: messages and verdicts that accounts have seen (news.c). */
#ifndef CONTEST_SERVE_NEWS_H
#define CONTEST_SERVE_NEWS_H

#include <assay/contest/pages.h>

struct as_server;

struct news;
struct news *news_open(struct as_error *error) AS_MUST_USE;
void news_close(struct news *news);
/* Verdicts of before are not new. Call it when the log is open, before anything is judged. */
void news_start(struct as_server *server);
/* The messages and verdicts that an account has seen; nothing is known for AS_CONTEST_NONE. */
struct as_contest_seen news_seen(struct as_server *server, size_t account);
/* The account sees all clarifications, all verdicts, or that of a submission. Call them with the
 * lock under which the page is written, so that exactly what the page shows is seen. */
void news_see_clarifications(struct as_server *server, size_t account);
void news_see_verdicts(struct as_server *server, size_t account);
void news_see_verdict(struct as_server *server, size_t account, size_t submission);

#endif
