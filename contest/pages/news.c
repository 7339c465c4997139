/* SPDX-License-Identifier: MIT */
/* News on every page: unread clarifications and verdicts of a team, and open questions for the
 * jury. page.js polls them. */
#include "page.h"

/* Clarifications from the jury that the team has not seen. */
static uint64_t count_unread(const struct as_contest_visit *visit)
{
	const struct as_contest_reader reader = as_contest_visit_reader(visit);
	const size_t count = as_contest_log_clarification_count(visit->log);
	uint64_t unread = 0;

	for (size_t i = visit->seen.clarifications; i < count; i++)
		unread +=
			as_contest_log_clarification(visit->log, i)->from_team == AS_CONTEST_NONE &&
			as_contest_log_sees_clarification(visit->log, &reader, i);
	return unread;
}

bool as_contest_seen_verdict(
	const struct as_contest_seen *seen, const struct as_contest_judgement *judgement)
{
	bool found = judgement->end_event <= seen->verdicts;

	for (size_t i = 0; i < AS_CONTEST_SEEN_MAX; i++)
		found |= seen->singles[i].end_event == judgement->end_event &&
			 seen->singles[i].submission == judgement->submission;
	return found;
}

/* Counts the team's verdicts that it has not seen, and finds the last of them. */
static uint64_t count_verdicts(const struct as_contest_visit *visit, size_t *last)
{
	int64_t last_event = 0;
	uint64_t count = 0;

	for (size_t i = as_contest_log_last_submission(visit->log, page_team(visit));
		i != AS_CONTEST_NONE; i = as_contest_log_submission(visit->log, i)->previous) {
		const size_t index = page_judgement(visit, i);
		const struct as_contest_judgement *judgement =
			index == AS_CONTEST_NONE ? NULL
						 : as_contest_log_judgement(visit->log, index);
		if (!judgement || as_contest_seen_verdict(&visit->seen, judgement))
			continue;
		count++;
		if (judgement->end_event > last_event) {
			last_event = judgement->end_event;
			*last = i;
		}
	}
	return count;
}

/* Without memory: none. */
static uint64_t count_balloons(const struct as_contest_visit *visit)
{
	AS_AUTO(as_contest_balloons_clear) struct as_contest_balloons balloons;
	uint64_t count = 0;

	if (as_contest_log_balloons(visit->log, &balloons, NULL))
		return 0;
	for (size_t i = 0; i < balloons.count; i++)
		count += balloons.items[i].state != AS_CONTEST_BALLOON_DELIVERED;
	return count;
}

struct page_news page_news_of(const struct as_contest_visit *visit)
{
	struct page_news news = {.last = AS_CONTEST_NONE};

	if (page_is_jury(visit)) {
		news.clarifications = as_contest_log_open_work(visit->log).unanswered;
	} else if (visit->seen.is_known && page_team(visit) != AS_CONTEST_NONE) {
		news.clarifications = count_unread(visit);
		news.verdicts = count_verdicts(visit, &news.last);
	} else if (page_account(visit) && page_account(visit)->role == AS_CONTEST_BALLOON) {
		news.balloons = count_balloons(visit);
	}
	return news;
}

static void write_clarifications(
	FILE *out, const struct as_contest_visit *visit, const struct page_news *news)
{
	const bool is_jury = page_is_jury(visit);

	fputs("<a href=\"", out);
	page_address(out, visit->base, is_jury ? "/jury/clarifications" : "/clarifications", NULL);
	if (is_jury)
		fprintf(out, "\">%" PRIu64 " unanswered question%s</a> ", news->clarifications,
			news->clarifications == 1 ? "" : "s");
	else
		fprintf(out, "\">%" PRIu64 " new message%s from the jury</a> ",
			news->clarifications, news->clarifications == 1 ? "" : "s");
}

static void write_verdicts(
	FILE *out, const struct as_contest_visit *visit, const struct page_news *news)
{
	const struct as_contest_judgement *judgement =
		as_contest_log_judgement(visit->log, page_judgement(visit, news->last));

	fputs("<a href=\"", out);
	page_address(out, visit->base, "/submissions", NULL);
	fputs("\">", out);
	if (news->verdicts > 1)
		fprintf(out, "%" PRIu64 " new verdicts, the last: ", news->verdicts);
	fprintf(out, "Submission %" PRIu64 ": %s</a>",
		as_contest_log_submission(visit->log, news->last)->arrival,
		as_verdict_title(judgement->verdict));
}

void page_news(FILE *out, const struct as_contest_visit *visit, const struct page_news *news)
{
	fprintf(out,
		"<span data-clarifications=\"%" PRIu64 "\" data-submissions=\"%" PRIu64
		"\" data-balloons=\"%" PRIu64 "\">",
		news->clarifications, news->verdicts, news->balloons);
	if (news->clarifications > 0)
		write_clarifications(out, visit, news);
	if (news->verdicts > 0)
		write_verdicts(out, visit, news);
	page_items(out, visit);
	fputs("</span>", out);
}

void as_contest_page_news(FILE *out, const struct as_contest_visit *visit)
{
	const struct page_news news = page_news_of(visit);

	page_visitor_times(out, visit);
	page_news(out, visit, &news);
}
