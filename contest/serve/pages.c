/* SPDX-License-Identifier: MIT */
/* Pages for reading, for the public and for teams. */
#include "answer.h"
#include "boards.h"
#include "check.h"
#include "evidence.h"
#include "health.h"
#include "home.h"
#include "intake.h"
#include "metrics.h"
#include "news.h"
#include "routes.h"
#include "server.h"

#include <assay/engine/cause.h>
#include <string.h>
#include <sys/stat.h>

static void show_verdicts(const struct request *request, answer_write *write)
{
	struct page page;

	if (!answer_begin(&page, request, NULL))
		return;
	news_see_verdicts(request->server, seer_of(request));
	page.visit.seen = news_seen(request->server, request->visitor.account);
	write(page.out, &page.visit);
	answer_send(&page, 200);
}

static void not_found(struct as_http_request *request)
{
	as_http_fail(request, 404, "there is no such page");
}

/* ---- boards ---- */

static void get_board(const struct request *request)
{
	answer_board_page(request, false);
}

/* Before the start, the home page; a filter and the screen are always of the board. */
static void get_front(const struct request *request)
{
	static const char *const fields[] = {"screen", "group", "organization", "name"};
	bool is_board = contest_has_begun(request);

	for (size_t i = 0; i < sizeof(fields) / sizeof(*fields); i++)
		is_board |= as_http_query(request->http, fields[i]) != NULL;
	if (is_board)
		answer_board_page(request, false);
	else if (!answer_home_now(request))
		as_site_redirect(request->http, request->server->site, "/home");
}

static void get_board_fragment(const struct request *request)
{
	answer_board(request, BOARDS_PUBLIC);
}

static void get_board_events(const struct request *request)
{
	as_site_live_view(request->server->live, request->http, BOARDS_PUBLIC, NULL);
}

/* ---- teams ---- */

static void get_team(const struct request *request)
{
	struct page page;

	if (!answer_begin(&page, request, NULL))
		return;
	const struct as_contest_reader reader = as_contest_visit_reader(&page.visit);
	const size_t team =
		as_contest_log_find_team(request->server->log, as_http_part(request->http, "id"));
	const bool is_seen =
		team != AS_CONTEST_NONE &&
		(reader.scope == AS_CONTEST_SEES_ALL ||
			(reader.scope == AS_CONTEST_SEES_TEAM && reader.team == team) ||
			!as_contest_log_team_is_hidden(request->server->log, team));
	if (is_seen)
		as_contest_page_team(page.out, &page.visit, team);
	else
		as_contest_page_error(page.out, &page.visit, 404, "There is no such team.");
	answer_send(&page, is_seen ? 200 : 404);
}

/* ---- a team's own ---- */

static void write_submit(FILE *out, const struct as_contest_visit *visit)
{
	as_contest_page_submit(out, visit, NULL);
}

static void get_submit(const struct request *request)
{
	const char *problem = as_http_query(request->http, "problem");
	struct page page;

	if (!problem) {
		answer_page(request, write_submit);
		return;
	}
	if (!answer_begin(&page, request, NULL))
		return;
	const struct as_contest_typed_submission typed = {
		.problem = as_contest_find_problem(request->server->config.contest, problem)};
	as_contest_page_submit(page.out, &page.visit, &typed);
	answer_send(&page, 200);
}

static void show_submissions(const struct request *request, answer_write *write)
{
	show_verdicts(request, write);
}

static void get_submissions(const struct request *request)
{
	show_submissions(request, as_contest_page_submissions);
}

static void get_submissions_fragment(const struct request *request)
{
	show_submissions(request, as_contest_page_submissions_fragment);
}

/* ---- one submission ---- */

void evidence_clear(struct evidence *evidence)
{
	as_submitted_clear(&evidence->submitted);
	as_result_clear(&evidence->result);
	free(evidence->cause);
	counterexample_clear(&evidence->counterexample);
}

static struct as_contest_excerpt excerpt(const struct as_bytes *bytes, uint64_t whole_bytes)
{
	return (struct as_contest_excerpt){bytes->data, bytes->size, whole_bytes};
}

static const struct as_contest_counterexample *gather_counterexample(
	struct as_server *server, size_t submission, bool is_interactive, struct evidence *evidence)
{
	const struct counterexample *found = &evidence->counterexample;
	const struct as_explanation *explanation = &found->explanation;

	counterexample_read(server->runs.counterexamples, submission, &evidence->counterexample);
	if (found->state == AS_CONTEST_COUNTEREXAMPLE_NONE)
		return NULL;
	evidence->shown = (struct as_contest_counterexample){.state = found->state,
		.judgement = found->judgement,
		.verdict = explanation->verdict,
		.input = excerpt(&explanation->input, found->input_bytes),
		.answer = excerpt(&explanation->answer, found->answer_bytes),
		.output = excerpt(&explanation->output, found->output_bytes),
		.is_interactive = is_interactive,
		.solved = explanation->solved,
		.replayed = explanation->replayed};
	return &evidence->shown;
}

/* With the lock: AS_CONTEST_NONE if there is none, or it is not judged yet. `valid`: without a
 * choice. */
static size_t choose_judgement(const struct as_contest_log *log,
	const struct as_contest_submission *submission, size_t judgement, size_t valid)
{
	const size_t chosen = judgement == 0 ? valid
			      : judgement <= submission->judgement_count
				      ? submission->judgements[judgement - 1]
				      : AS_CONTEST_NONE;

	return chosen != AS_CONTEST_NONE && as_contest_log_judgement(log, chosen)->ended
		       ? chosen
		       : AS_CONTEST_NONE;
}

static bool read_blob(struct as_server *server, const char *blob, struct as_submitted *submitted)
{
	AS_AUTO_BYTES struct as_bytes files = {0};

	return as_store_blob_read(server->config.store, blob, STORED_MAX_BYTES, &files, NULL) ==
		       1 &&
	       as_submitted_read(files.data, files.size, submitted, NULL) == 1;
}

bool read_submitted(struct as_server *server, size_t submission, struct as_submitted *submitted)
{
	char blob[AS_DIGEST_HEX_SIZE];

	as_contest_log_lock(server->log);
	memcpy(blob, as_contest_log_submission(server->log, submission)->blob, sizeof(blob));
	as_contest_log_unlock(server->log);
	return read_blob(server, blob, submitted);
}

struct as_contest_evidence evidence_gather(struct as_server *server, size_t submission,
	size_t judgement, bool for_jury, struct evidence *evidence)
{
	struct as_contest_evidence found = {.judgement = judgement};
	char blob[AS_DIGEST_HEX_SIZE];
	bool is_interactive;
	int64_t job = 0;
	bool is_error = false;

	as_contest_log_lock(server->log);
	const struct as_contest_submission *seen =
		as_contest_log_submission(server->log, submission);
	memcpy(blob, seen->blob, sizeof(blob));
	is_interactive = server->config.contest->problems[seen->problem].package->interactive;
	/* The jury also sees the tests of the judgement that it has overruled. */
	const size_t index = choose_judgement(server->log, seen, judgement,
		for_jury ? as_contest_log_by_machine(server->log, submission) : seen->valid);
	if (index != AS_CONTEST_NONE) {
		const struct as_contest_judgement *chosen =
			as_contest_log_judgement(server->log, index);
		job = chosen->job;
		is_error = chosen->verdict == AS_VERDICT_JE;
	}
	as_contest_log_unlock(server->log);
	if (read_blob(server, blob, &evidence->submitted))
		found.submitted = &evidence->submitted;
	if (job && as_store_result_read(server->config.store, job, &evidence->result, NULL) == 1)
		found.result = &evidence->result;
	if (job && is_error && for_jury)
		found.cause = evidence->cause = found.result ? as_result_cause(found.result, NULL)
							     : judged_cause(server, job);
	found.counterexample = gather_counterexample(server, submission, is_interactive, evidence);
	return found;
}

static void show_submission(const struct request *request, bool is_fragment)
{
	AS_AUTO(evidence_clear) struct evidence evidence = {0};
	struct page page;

	const size_t submission = require_own_submission(request);
	if (submission == AS_CONTEST_NONE)
		return;
	const struct as_contest_evidence found =
		evidence_gather(request->server, submission, 0, false, &evidence);
	if (!answer_begin(&page, request, NULL))
		return;
	news_see_verdict(request->server, seer_of(request), submission);
	page.visit.seen = news_seen(request->server, request->visitor.account);
	(is_fragment ? as_contest_page_submission_fragment : as_contest_page_submission)(
		page.out, &page.visit, submission, &found);
	answer_send(&page, 200);
}

static void get_submission(const struct request *request)
{
	show_submission(request, false);
}

static void get_submission_fragment(const struct request *request)
{
	show_submission(request, true);
}

/* ---- news, log-in ---- */

static void get_news(const struct request *request)
{
	answer_page(request, as_contest_page_news);
}

static void get_login(const struct request *request)
{
	const char *next = as_http_query(request->http, "next");
	struct page page;
	bool is_foreign = false;

	/* From the address of an account, log in without a form, unless another account is wanted.
	 */
	/* A page of another site must not make sessions by its images or links. */
	const size_t own = request->visitor.account == AS_CONTEST_NONE &&
					   !as_http_query(request->http, "form") &&
					   as_site_is_same_site(request->http)
				   ? as_site_account_of_address(
					     request->server->site, request->http, &is_foreign)
				   : AS_CONTEST_NONE;
	if (own != AS_CONTEST_NONE) {
		as_site_begin_session(request->http, request->server->site, own, next);
		return;
	}
	if (!answer_begin(&page, request,
		    is_foreign ? "This computer can log in without a password at the server's IP "
				 "address, or at a host name that hosts in contest.yaml lists."
			       : NULL))
		return;
	as_contest_page_login(page.out, &page.visit, NULL, as_site_is_own(next) ? next : NULL);
	answer_send(&page, 200);
}

static void write_register(FILE *out, const struct as_contest_visit *visit)
{
	as_contest_page_register(out, visit, NULL);
}

static void get_register(const struct request *request)
{
	answer_page(request, write_register);
}

/* ---- assets ---- */

static void get_asset(const struct request *request)
{
	const char *path = as_http_path(request->http) + strlen(request->server->base);
	const struct as_site_asset *asset = as_site_asset_find(&as_contest_assets, path);

	if (!asset)
		asset = as_site_asset_find(
			as_site_libraries_assets(request->server->pages.libraries), path);
	if (asset)
		as_site_send_asset(request->http, asset);
	else
		not_found(request->http);
}

static void answer_trouble(const struct request *request, const char *trouble)
{
	if (trouble) {
		as_http_fail(request->http, 503, "%s", trouble);
		return;
	}
	struct as_http_response *response = as_http_response_new(200, "text/plain");
	as_http_response_copy(response, "ok\n", 3);
	as_http_answer(request->http, response);
}

static void get_health(const struct request *request)
{
	answer_trouble(request, server_trouble(request->server));
}

static void get_readiness(const struct request *request)
{
	answer_trouble(request, server_write_trouble(request->server));
}

const struct route routes_pages[] = {
	{"GET", "/", ROUTE_VISITOR, get_front, ROUTE_PLAIN},
	{"GET", "/board", ROUTE_VISITOR, get_board, ROUTE_PLAIN},
	{"GET", "/board/fragment", ROUTE_ANYBODY, get_board_fragment, ROUTE_PLAIN},
	{"GET", "/board/events", ROUTE_ANYBODY, get_board_events, ROUTE_PLAIN},
	{"GET", "/teams/:id", ROUTE_VISITOR, get_team, ROUTE_PLAIN},
	{"GET", "/submit", ROUTE_TEAM, get_submit, ROUTE_PLAIN},
	{"GET", "/submissions", ROUTE_TEAM, get_submissions, ROUTE_BLOCKS},
	{"GET", "/submissions/fragment", ROUTE_TEAM, get_submissions_fragment, ROUTE_BLOCKS},
	{"GET", "/submissions/:number", ROUTE_TEAM, get_submission, ROUTE_BLOCKS},
	{"GET", "/submissions/:number/fragment", ROUTE_TEAM, get_submission_fragment, ROUTE_BLOCKS},
	{"GET", "/news", ROUTE_VISITOR, get_news, ROUTE_PLAIN},
	{"GET", "/login", ROUTE_VISITOR, get_login, ROUTE_BLOCKS},
	{"GET", "/register", ROUTE_VISITOR, get_register, ROUTE_PLAIN},
	{"GET", "/assets/:name", ROUTE_ANYBODY, get_asset, ROUTE_PLAIN},
	{"GET", "/assets/fonts/:name", ROUTE_ANYBODY, get_asset, ROUTE_PLAIN},
	{"GET", "/healthz", ROUTE_ANYBODY, get_health, ROUTE_PLAIN},
	{"GET", "/readyz", ROUTE_ANYBODY, get_readiness, ROUTE_PLAIN},
	{"GET", "/metrics", ROUTE_ANYBODY, get_metrics, ROUTE_BLOCKS},
	{0},
};
