/* SPDX-License-Identifier: MIT */
/* Makes the result of as_verify_package: everything is copied, or moved from the submissions. */
#include "verify.h"

#include <assay/verify/verification.h>
#include <string.h>

/* On the heap; NULL: out of memory. */
static char *printable(const char *text)
{
	char shown[2048];

	return strdup(as_text_printable(text, strlen(text), shown, sizeof(shown)));
}

/* Moves the submission's result into the verification. */
static int take_submission(struct as_verified *verified, struct as_candidate *candidate)
{
	const unsigned set = as_candidate_expected(candidate);

	for (int v = AS_VERDICT_AC; v <= AS_VERDICT_CE; v++)
		if (set & AS_VERDICT_BIT(v))
			verified->expected[verified->expected_count++] = (enum as_verdict)v;
	verified->judged = candidate->judged;
	verified->ok = candidate->judged && !candidate->failed;
	memcpy(verified->score_note, candidate->score_note, sizeof(verified->score_note));
	verified->result = candidate->result;
	candidate->result = (struct as_result){0};
	candidate->judged = false;
	verified->path = printable(candidate->name);
	return verified->path ? 0 : -1;
}

static int take_submissions(struct as_verify *verify, struct as_verification *verification)
{
	verification->submissions = calloc(verify->count + 1, sizeof(*verification->submissions));
	if (!verification->submissions)
		return -1;
	for (size_t i = 0; i < verify->count; i++)
		if (take_submission(&verification->submissions[verification->submission_count++],
			    &verify->candidates[i]))
			return -1;
	return 0;
}

/* Not by as_findings_add, which limits the number of findings. */
static int copy_finding(struct as_verification *verification, const struct as_finding *finding)
{
	struct as_findings *findings = &verification->findings;
	struct as_finding *copy = &findings->items[findings->count++];

	*copy = (struct as_finding){.level = finding->level,
		.where = strdup(finding->where),
		.text = strdup(finding->text)};
	verification->ok &= finding->level != AS_FINDING_ERROR;
	return copy->where && copy->text ? 0 : -1;
}

static int copy_findings(const struct as_verify *verify, struct as_verification *verification)
{
	static const struct as_findings none = {0};
	const struct as_findings *given = verify->config->findings;
	const struct as_findings *const lists[] = {
		&verify->package->findings, given ? given : &none, &verify->findings};
	static const enum as_finding_level levels[] = {
		AS_FINDING_ERROR, AS_FINDING_WARNING, AS_FINDING_INFO};
	struct as_findings *findings = &verification->findings;

	findings->items = calloc(
		lists[0]->count + lists[1]->count + lists[2]->count + 1, sizeof(*findings->items));
	if (!findings->items)
		return -1;
	for (size_t k = 0; k < 3; k++)
		for (size_t l = 0; l < 3; l++)
			for (size_t i = 0; i < lists[l]->count; i++)
				if (lists[l]->items[i].level == levels[k] &&
					copy_finding(verification, &lists[l]->items[i]))
					return -1;
	return 0;
}

static int copy_statics(const struct as_package *package, struct as_verified_package *about)
{
	about->statics = calloc(package->group_count + 1, sizeof(*about->statics));
	if (!about->statics)
		return -1;
	for (size_t g = 0; package->static_validator && g < package->group_count; g++) {
		const struct as_group *group = &package->groups[g];
		struct as_verified_static *to = &about->statics[about->static_count];
		if (!group->has_static)
			continue;
		to->before = group->first_test;
		about->static_count++;
		if (!(to->group = strdup(group->name)))
			return -1;
	}
	return 0;
}

static int copy_tests(const struct as_package *package, struct as_verified_package *about)
{
	about->tests = calloc(package->test_count + 1, sizeof(*about->tests));
	if (!about->tests)
		return -1;
	for (; about->test_count < package->test_count; about->test_count++)
		if (!(about->tests[about->test_count] =
				    strdup(package->tests[about->test_count].name)))
			return -1;
	return 0;
}

static int copy_package(const struct as_package *package, struct as_verified_package *about)
{
	*about = (struct as_verified_package){.short_name = strdup(package->short_name),
		.path = printable(package->path),
		.title = strdup(package->title ? package->title : package->short_name),
		.format = package->format,
		.scoring = package->scoring,
		.interactive = package->interactive,
		.multi_pass = package->multi_pass,
		.has_time_limit = package->limits.has_time_limit,
		.ac_to_time_limit = package->limits.ac_to_time_limit,
		.time_limit_to_tle = package->limits.time_limit_to_tle};
	return !about->short_name || !about->path || !about->title || copy_tests(package, about) ||
			       copy_statics(package, about)
		       ? -1
		       : 0;
}

int as_verify_report(
	struct as_verify *verify, struct as_verification *verification, struct as_error *error)
{
	const struct as_verify_runner *runner = verify->config->runner;
	const char *group = runner ? runner->group : NULL;

	*verification = (struct as_verification){.ok = true,
		.time_limit_ns = verify->time_limit_ns,
		.measured_on = group ? strdup(group) : NULL,
		.unconfirmed = as_steal(verify->unconfirmed),
		.version = strdup(ASSAY_VERSION)};
	if (verification->version && !group == !verification->measured_on &&
		copy_package(verify->package, &verification->package) == 0 &&
		take_submissions(verify, verification) == 0 &&
		copy_findings(verify, verification) == 0)
		return 0;
	as_verification_clear(verification);
	return as_error_no_memory(error);
}
