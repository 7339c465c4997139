/* SPDX-License-Identifier: MIT */
/* The behaviour of every store, for each back end. The test file of a back end makes a test of
 * each case in the list, with its own maker. */
#ifndef ASSAY_TESTS_STORE_CASES_H
#define ASSAY_TESTS_STORE_CASES_H

#include "store_case.h"

#define STORE_CASES(CASE)                                                                          \
	CASE(blobs_of_all_sizes_come_back)                                                         \
	CASE(a_blob_is_kept_once_and_found_by_its_digest_only)                                     \
	CASE(a_file_comes_back_chunk_by_chunk)                                                     \
	CASE(spaces_and_settings_last)                                                             \
	CASE(a_setting_that_another_process_has_changed_is_not_replaced)                           \
	CASE(a_job_ends_in_its_result)                                                             \
	CASE(large_submissions_and_results_are_kept)                                               \
	CASE(a_submission_is_queued_once)                                                          \
	CASE(a_failed_job_is_queued_again_on_request)                                              \
	CASE(submissions_are_all_queued_or_none)                                                   \
	CASE(a_late_result_is_discarded)                                                           \
	CASE(a_job_that_is_handed_back_is_queued_again)                                            \
	CASE(a_job_whose_workers_die_runs_alone_and_then_fails)                                    \
	CASE(a_store_that_is_closed_hands_its_claims_back)                                         \
	CASE(a_job_that_is_given_up_reports_the_deaths_of_its_own_workers)                         \
	CASE(owners_take_turns)                                                                    \
	CASE(owners_of_two_spaces_have_turns_of_their_own)                                         \
	CASE(an_idle_owner_saves_no_turns)                                                         \
	CASE(a_later_owner_does_not_wait_behind_tags_that_were_passed)                             \
	CASE(classes_go_before_priorities_and_those_before_turns)                                  \
	CASE(lanes_are_claimed_by_those_who_serve_them)                                            \
	CASE(events_have_the_order_of_the_commits)                                                 \
	CASE(threads_complete_each_job_once)

/* Maintenance of a store: cases_upkeep.c, cases_control.c, cases_export.c, cases_queue.c. */
#define UPKEEP_CASES(CASE)                                                                         \
	QUEUE_CASES(CASE)                                                                          \
	STATUS_CASES(CASE)                                                                         \
	COLLECT_CASES(CASE)                                                                        \
	TRANSFER_CASES(CASE)

/* Calls of workers: cases_worker.c. */
#define WORKER_CASES(CASE)                                                                         \
	CASE(a_claim_can_ask_for_some_classes)                                                     \
	CASE(a_claim_can_ask_for_one_package)                                                      \
	CASE(each_lane_with_queued_jobs_is_listed_once)                                            \
	CASE(a_worker_that_sleeps_is_woken_by_a_job)

/* Workers with an engine: cases_slots.c. */
#define SLOT_CASES(CASE)                                                                           \
	CASE(long_rejudgings_leave_a_slot_to_new_submissions)                                      \
	CASE(a_worker_for_rejudgings_alone_fills_all_slots)                                        \
	CASE(a_worker_with_one_slot_takes_rejudgings)

/* The log of a space: cases_log.c. */
#define LOG_CASES(CASE)                                                                            \
	CASE(entries_are_appended_in_their_order_with_their_bodies)                                \
	CASE(a_submission_that_is_already_queued_appends_a_note)                                   \
	CASE(entries_are_all_appended_or_none)                                                     \
	CASE(a_page_has_a_maximum_number_of_bytes)                                                 \
	CASE(an_append_is_refused_after_a_later_event)                                             \
	CASE(appends_have_the_order_of_the_commits)                                                \
	CASE(a_submission_is_judged_again_by_another_job)                                          \
	CASE(a_job_has_the_times_of_its_attempt)                                                   \
	CASE(the_event_of_a_result_has_its_outcome)                                                \
	CASE(an_outcome_has_numbers_in_their_ranges_only)                                          \
	CASE(a_blob_is_kept_as_long_as_its_event)                                                  \
	CASE(an_epoch_is_new_in_an_imported_store)

#define TRANSFER_CASES(CASE)                                                                       \
	CASE(an_export_is_imported_with_nothing_lost)                                              \
	CASE(an_export_of_the_previous_format_is_imported)                                         \
	CASE(an_export_of_the_old_format_is_imported)                                              \
	CASE(rows_after_an_empty_line_are_imported)                                                \
	CASE(only_a_whole_export_is_imported_and_only_into_an_empty_store)                         \
	CASE(a_store_whose_import_failed_is_refused)                                               \
	CASE(forged_entries_of_an_export_are_refused)                                              \
	CASE(a_store_whose_import_was_killed_is_refused)                                           \
	CASE(of_two_imports_at_once_one_is_the_store)
#define QUEUE_CASES(CASE)                                                                          \
	CASE(a_job_can_be_cancelled_until_it_is_finished)                                          \
	CASE(a_cancelled_job_is_queued_again_on_request)                                           \
	CASE(a_priority_can_be_changed_while_a_job_waits)                                          \
	CASE(an_owner_has_a_maximum_number_of_queued_jobs)                                         \
	CASE(jobs_are_cancelled_by_their_properties)                                               \
	CASE(jobs_are_moved_to_another_class_and_take_turns_there)                                 \
	CASE(more_jobs_than_fit_into_a_transaction_are_changed)                                    \
	CASE(looking_up_a_space_does_not_create_it)                                                \
	CASE(an_owner_is_forgotten_and_results_stay)                                               \
	CASE(results_of_another_version_stay_when_their_owner_is_forgotten)
#define STATUS_CASES(CASE)                                                                         \
	CASE(the_status_counts_jobs_by_class_and_results_by_time)                                  \
	CASE(only_failures_of_the_package_hold_it)                                                 \
	CASE(a_package_that_cannot_judge_is_held_and_no_other)                                     \
	CASE(faults_hold_a_package_only_if_they_are_the_same_and_in_a_row)                         \
	CASE(jobs_that_cannot_be_judged_hold_a_package_too)                                        \
	CASE(a_returned_claim_is_held_with_its_package)
#define COLLECT_CASES(CASE)                                                                        \
	CASE(blobs_that_nothing_refers_to_are_removed)                                             \
	CASE(parts_of_blobs_are_removed_unless_they_are_being_written)                             \
	CASE(a_sound_store_has_no_problems)

/* Expects each job to wake a worker of the store, which may be another one than the fixture's. */
void expect_to_be_woken(const struct fixture *fixture, struct as_store *store);
/* From one back end to another and back. */
void a_store_moves_there_and_back(const struct store_maker *here, const struct store_maker *there);

#define DECLARE(name) void name(const struct store_maker *maker);
STORE_CASES(DECLARE)
UPKEEP_CASES(DECLARE)
WORKER_CASES(DECLARE)
LOG_CASES(DECLARE)
SLOT_CASES(DECLARE)
#undef DECLARE

#endif
