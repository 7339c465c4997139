/* SPDX-License-Identifier: MIT */
/* Verifies a package that the jury uploaded, as `assay verify` does. */
#include "candidates.h"
#include "server.h"
#include "versions.h"

#include <assay/base/fit.h>
#include <assay/testgen.h>
#include <assay/verify.h>
#include <string.h>

#define FINDING_BYTES 600
#define FINDINGS_MAX 20

/* ---- the submissions, as jobs of the store ---- */

/* A round of orders; the context of a runner. */
struct verifying {
	struct candidate_run *run;
	const struct as_package *package;
	const struct as_verify_calls *calls;
	const char *space;
};

static int take_result(void *context, size_t index, int64_t job, struct as_result *result)
{
	const struct verifying *verifying = context;

	(void)job;
	return verifying->calls->take(verifying->calls->context, index, result);
}

static void fail(void *context, size_t index, const struct as_error *why)
{
	const struct verifying *verifying = context;

	verifying->calls->fail(verifying->calls->context, index, why);
}

static void ignore_known(void *context)
{
	(void)context;
}

/* That no worker can judge the jobs is shown at /jury/queue. */
static void ignore_note(void *context, const char *text)
{
	(void)context;
	(void)text;
}

static int judge(void *context, const struct as_job_order *orders, size_t count,
	const struct as_verify_calls *calls, struct as_error *error)
{
	struct verifying *verifying = context;
	struct as_server *server = verifying->run->server;
	AS_AUTO_FREE struct as_store_submission *submissions = calloc(count, sizeof(*submissions));

	if (!submissions)
		return as_error_no_memory(error);
	for (size_t i = 0; i < count; i++) {
		submissions[i].order = &orders[i];
		submissions[i].path = orders[i].submission.path;
		submissions[i].entry_point = orders[i].submission.entry_point;
	}
	verifying->calls = calls;
	const struct as_store_judging judging = {.store = server->config.store,
		.engine = server->config.engine,
		.package = verifying->package,
		.order = {.package = orders[0].package},
		.space = verifying->space,
		.submissions = submissions,
		.count = count,
		.queue_only = true,
		.is_background = true,
		.cancel = &verifying->run->cancel,
		.note = ignore_note,
		.known = ignore_known,
		.take = take_result,
		.fail = fail,
		.hold = fail,
		.context = verifying};
	return as_store_judge(&judging, error) || as_cancel_check(&verifying->run->cancel, error)
		       ? -1
		       : 0;
}

/* Jobs of a verification that was cancelled. */
static void drop_jobs(const struct verifying *verifying)
{
	struct as_store *store = verifying->run->server->config.store;
	const struct as_store_selection selection = {
		.space = verifying->space, .package = verifying->package->digest};
	uint64_t count;

	if (as_store_cancel_all(store, &selection, NULL, &count, NULL))
		server_note(verifying->run->server,
			"the jobs of a cancelled verification stay in the queue");
}

/* ---- the report ---- */

static const char *plural(size_t count)
{
	return count == 1 ? "" : "s";
}

static char *conclude(const struct as_verification *verification, struct as_error *error)
{
	size_t counts[AS_FINDING_ERROR + 1] = {0}, as_expected = 0;
	int64_t slowest_ns = 0;

	for (size_t i = 0; i < verification->findings.count; i++)
		counts[verification->findings.items[i].level]++;
	for (size_t i = 0; i < verification->submission_count; i++) {
		const struct as_verified *one = &verification->submissions[i];
		as_expected += one->ok;
		for (size_t t = 0; one->judged && one->result.verdict == AS_VERDICT_AC &&
				   t < one->result.test_count;
			t++) {
			const int64_t ns = as_result_counted_ns(&one->result.tests[t]);
			slowest_ns = ns > slowest_ns ? ns : slowest_ns;
		}
	}
	const size_t errors = counts[AS_FINDING_ERROR], warnings = counts[AS_FINDING_WARNING];
	return as_text_format(error,
		"%zu error%s, %zu warning%s; %zu of %zu submissions as expected; the slowest "
		"accepted one takes %.2f s of %.2f s.",
		errors, plural(errors), warnings, plural(warnings), as_expected,
		verification->submission_count, (double)slowest_ns / 1e9,
		(double)verification->time_limit_ns / 1e9);
}

static int list_findings(
	const struct as_verification *verification, char ***list, struct as_error *error)
{
	for (size_t i = 0; i < verification->findings.count && i < FINDINGS_MAX; i++) {
		const struct as_finding *finding = &verification->findings.items[i];
		if (finding->level == AS_FINDING_INFO)
			return 0;
		if (as_names_add(list,
			    as_text_format(error, "%s: %s%s%.*s",
				    as_finding_level_name(finding->level), finding->where,
				    *finding->where ? ": " : "",
				    as_text_fit(finding->text, FINDING_BYTES), finding->text),
			    error))
			return -1;
	}
	return 0;
}

static int store_page(struct as_server *server, const struct as_verification *verification,
	char digest[AS_DIGEST_HEX_SIZE], struct as_error *error)
{
	AS_AUTO_FREE char *page =
		as_verify_page(verification, 1, "for an upload to a running contest", error);

	return page ? as_store_blob_put(server->config.store, page, strlen(page), digest, error)
		    : -1;
}

static int fill_report(struct as_server *server, const struct as_verification *verification,
	struct as_contest_candidate *report, struct as_error *error)
{
	report->is_ok = verification->ok;
	report->conclusion = conclude(verification, error);
	return !report->conclusion || list_findings(verification, &report->findings, error) ||
			       store_page(server, verification, report->report, error)
		       ? -1
		       : 0;
}

/* ---- verifying ---- */

static void begin(void *context, size_t steps)
{
	struct candidate_run *run = context;

	atomic_store(&run->total, steps);
}

static void step(void *context, const char *now)
{
	struct candidate_run *run = context;

	(void)now;
	atomic_fetch_add(&run->done, 1);
}

static int verify(struct candidate_run *run, const struct as_package *package,
	struct as_verification *verification, struct as_error *error)
{
	struct as_server *server = run->server;
	AS_AUTO(as_findings_clear) struct as_findings recipe = {0};
	AS_AUTO_FREE char *space =
		as_text_format(error, "verify %s", server->config.contest->settings.id);
	struct verifying verifying = {.run = run, .package = package, .space = space};
	const struct as_verify_runner runner = {.judge = judge, .context = &verifying};
	const struct as_verify_config config = {.engine = server->config.engine,
		.runner = &runner,
		.findings = &recipe,
		.begin = begin,
		.progress = step,
		.progress_context = run};

	if (!space || as_gen_inspect(package, server->languages, &recipe, error))
		return -1;
	const int failed = as_verify_package(package, &config, verification, error);
	if (as_is_cancelled(&run->cancel))
		drop_jobs(&verifying);
	return failed;
}

static int make_failure(
	const struct as_error *why, struct as_contest_candidate *report, struct as_error *error)
{
	char text[sizeof(why->where) + sizeof(why->text)];

	report->conclusion = as_text_format(error, "The package could not be verified: %s",
		as_error_format(why, text, sizeof(text)));
	return report->conclusion ? 0 : -1;
}

/* A package that cannot be verified is also reported: the jury decides. */
static int make_report(
	struct candidate_run *run, struct as_contest_candidate *report, struct as_error *error)
{
	AS_AUTO(as_verification_clear) struct as_verification verification = {0};
	const struct archive_source from = {.blob = run->archive};
	struct as_error why = {0};
	struct as_package *package = archive_open(run->server, run->problem, &from, NULL, &why);
	const int failed = !package || verify(run, package, &verification, &why);

	const int filled = failed ? 0 : fill_report(run->server, &verification, report, error);
	as_package_close(package);
	return failed ? make_failure(&why, report, error) : filled;
}

int candidate_verify(struct candidate_run *run, struct as_error *error)
{
	struct as_contest_candidate report = {.event = run->event};
	int failed = run->failed_count < CANDIDATE_ATTEMPTS
			     ? make_report(run, &report, error)
			     : make_failure(&run->why, &report, error);

	if (!failed && !as_is_cancelled(&run->cancel))
		failed = as_contest_log_check_candidate(
			run->server->log, run->problem, &report, error);
	free(report.conclusion);
	as_names_free(report.findings);
	return failed;
}
