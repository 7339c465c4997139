/* SPDX-License-Identifier: MIT */
/* assay grade: the keys of a scheme that stand for options, and extensions in every form. */
#include "support/packages.h"

TestSuite(grade_keys, .init = enter_folder, .fini = leave_folder, .timeout = 600);

#define RULES                                                                                      \
	"late: {per: day, penalty: 1}\nitems:\n  - {id: tests, points: 6, partial: per_test}\n"
#define HEAD "id,name,tests,late,penalty,total,so far,todo\n"
#define FOLDER(name, number) "class/" name "_" number "_assignsubmission_file/a.py"

static void expect_marks(const char *expected)
{
	AS_AUTO_FREE char *text = read_text("out/marks.csv");

	cr_expect_str_eq(text, expected, "%s", text);
}

static void expect_in(const char *text, const char *part)
{
	cr_expect_not_null(strstr(text, part), "%s is not in\n%s", part, text);
}

/* A sheet of Moodle for two people, both of whom handed in on 6 October at 11 AM. */
static void put_class(const char *first_status)
{
	AS_AUTO_FREE char *sheet = as_text_format(NULL,
		"Identifier,\"Full name\",\"ID number\",\"Email address\",Status,Grade,"
		"\"Maximum grade\",\"Last modified (submission)\",\"Feedback comments\"\n"
		"Participant 101,Ada Lovelace,s101,ada@x.org,\"%s\",,6.00,\"Tuesday, 6 October "
		"2020, 11:00 AM\",\n"
		"Participant 102,Bob Hope,s102,bob@x.org,Submitted for grading,,6.00,\"Tuesday, 6 "
		"October 2020, 11:00 AM\",\n",
		first_status);

	put_sum_package(3);
	put("course/sheet.csv", sheet);
	put(FOLDER("Ada Lovelace", "101"), SUM_PY);
	put(FOLDER("Bob Hope", "102"), SUM_PY);
}

#define GRADE(...)                                                                                 \
	ASSAY("grade", "course/scheme.yaml", "class", "-o", "out", "-j1", "--reruns=0",            \
		"--no-similar", __VA_ARGS__)

/* The folder of the scheme is not that of the command. */
Test(grade_keys, zone_fill_and_roster_stand_for_the_options)
{
	put_class("Submitted for grading");
	put("course/people.csv", "id,name,number\ns101,Ada Lovelace,101\ns102,Bob Hope,102\n"
				 "s103,Eve Adams,103\n");
	put("course/scheme.yaml", "package: ../sum\nzone: Europe/Berlin\nfill: sheet.csv\n"
				  "roster: people.csv\ndue: 2020-10-05T23:59:00+02:00\n" RULES);
	AUTO_OUTCOME outcome = GRADE("--stage=after_due");
	EXPECT_STATUS(outcome, 0);
	expect_in(outcome.out.data, "the sheet with the marks: out/moodle.csv");
	expect_marks(HEAD "s101,Ada Lovelace,6,11 h 1 min,1,5,,\n"
			  "s102,Bob Hope,6,11 h 1 min,1,5,,\n"
			  "s103,Eve Adams,0,,0,0,,\n");
	AS_AUTO_FREE char *sheet = read_text("out/moodle.csv");
	expect_in(sheet, "s101,ada@x.org,Submitted for grading,5,6.00,");
}

Test(grade_keys, the_options_take_precedence)
{
	put_class("Submitted for grading");
	put("course/scheme.yaml", "package: ../sum\nzone: Europe/Berlin\nfill: absent.csv\n"
				  "roster: none.csv\ndue: 2020-10-05T23:59:00+02:00\n" RULES);
	put("roster.csv", "id,number\ns101,101\ns102,102\n");
	AUTO_OUTCOME absent = GRADE("--stage=after_due");
	cr_expect_neq(absent.status, 0);
	expect_in(absent.err.data, "course/absent.csv");
	AUTO_OUTCOME missing = GRADE("--fill=course/sheet.csv");
	cr_expect_neq(missing.status, 0);
	expect_in(missing.err.data, "course/none.csv");
	/* At noon in New York it is 18:00 in Berlin. */
	AUTO_OUTCOME outcome =
		GRADE("--fill=course/sheet.csv", "--roster=roster.csv", "--zone=America/New_York");
	EXPECT_COMPLAINT(outcome, 3, "the offset");
	put("course/scheme.yaml", "package: ../sum\nzone: Europe/Berlin\nfill: absent.csv\n"
				  "roster: none.csv\ndue: 2020-10-05T21:59:00Z\n" RULES);
	AUTO_OUTCOME given =
		GRADE("--fill=course/sheet.csv", "--roster=roster.csv", "--zone=America/New_York");
	EXPECT_STATUS(given, 0);
	expect_marks(HEAD "s101,,6,17 h 1 min,1,5,,\ns102,,6,17 h 1 min,1,5,,\n");
}

Test(grade_keys, unknown_keys_and_zones_are_named)
{
	put_class("Submitted for grading");
	put("course/scheme.yaml", "package: ../sum\nrooster: people.csv\n" RULES);
	AUTO_OUTCOME unknown = GRADE("--stage=after_due");
	EXPECT_STATUS(unknown, 3);
	expect_in(unknown.err.data, "did you mean 'roster'?");
	put("course/scheme.yaml", "package: ../sum\nzone: Europe/Berlim\n"
				  "due: 2020-10-05T23:59:00+02:00\n" RULES);
	AUTO_OUTCOME zone = GRADE("--stage=after_due");
	cr_expect_neq(zone.status, 0);
	expect_in(zone.err.data, "Europe/Berlim");
}

/* Everybody handed in on 7 October at 23:00, and the deadline was on 5 October at 23:59. */
Test(grade_keys, extensions_have_days_hours_minutes_or_a_deadline)
{
	static const char *const people[] = {"ann", "bob", "cem", "dan", "eve", "fay"};
	FILE *times = fopen("times.csv", "w");

	put_sum_package(3);
	fputs("id,time\n", times);
	for (size_t i = 0; i < sizeof(people) / sizeof(*people); i++) {
		AS_AUTO_FREE char *path = as_text_format(NULL, "class/%s.py", people[i]);
		put(path, SUM_PY);
		fprintf(times, "%s,2020-10-07T23:00:00+02:00\n", people[i]);
	}
	fclose(times);
	put("course/scheme.yaml", "package: ../sum\ndue: 2020-10-05T23:59:00+02:00\n"
				  "extensions:\n  ann: 2d\n  bob: 47h\n  cem: 48 h\n"
				  "  dan: 2020-10-07T22:00:00+02:00\n  eve: 90 min\n" RULES);
	AUTO_OUTCOME outcome = GRADE("--times=times.csv");
	EXPECT_STATUS(outcome, 0);
	expect_marks(HEAD "ann,,6,0 days,0,6,,\nbob,,6,1 min,1,5,,\ncem,,6,0 days,0,6,,\n"
			  "dan,,6,1 h,1,5,,\neve,,6,1 d 21 h 31 min,2,4,,\n"
			  "fay,,6,1 d 23 h 1 min,2,4,,\n");
}

/* The student would have the extension of the section. */
Test(grade_keys, a_student_with_the_id_of_a_section_of_an_extension_is_refused)
{
	put_sum_package(1);
	put("class/section B.py", SUM_PY);
	put("course/scheme.yaml", "package: ../sum\ndue: 2020-10-05T23:59:00+02:00\n"
				  "extensions:\n  section C: 2d\n" RULES);
	AUTO_OUTCOME other = GRADE("--stage=before_due");
	EXPECT_STATUS(other, 0);
	put("course/scheme.yaml", "package: ../sum\ndue: 2020-10-05T23:59:00+02:00\n"
				  "extensions:\n  section B: 2d\n" RULES);
	AUTO_OUTCOME refused = GRADE("--stage=before_due");
	EXPECT_STATUS(refused, 3);
	expect_in(refused.err.data, "'section B', which is also the id of a student");
}

/* Fractions are cut: the whole second of the deadline is in time. */
Test(grade_keys, a_fraction_of_the_second_of_the_deadline_is_in_time)
{
	put_sum_package(1);
	put("class/ann.py", SUM_PY);
	put("class/bob.py", SUM_PY);
	put("class/cem.py", SUM_PY);
	put("times.csv", "id,time\nann,2020-10-05T23:59:00.730+02:00\n"
			 "bob,2020-10-05T23:59:01+02:00\ncem,2020-10-05T21:59:00.999999Z\n");
	put("course/scheme.yaml", "package: ../sum\ndue: 2020-10-05T23:59:00+02:00\n" RULES);
	AUTO_OUTCOME outcome = GRADE("--times=times.csv");
	EXPECT_STATUS(outcome, 0);
	expect_marks(HEAD "ann,,6,0 days,0,6,,\nbob,,6,1 s,1,5,,\ncem,,6,0 days,0,6,,\n");
}

#define GRANTED(date) "Submitted for grading - Extension granted until: " date

Test(grade_keys, an_extension_of_the_sheet_is_listed_and_counts)
{
	put_class(GRANTED("Tuesday, 6 October 2020, 11:59 PM"));
	put("course/scheme.yaml", "package: ../sum\nzone: Europe/Berlin\nfill: sheet.csv\n"
				  "due: 2020-10-05T23:59:00+02:00\n" RULES);
	AUTO_OUTCOME outcome = GRADE("--stage=after_due");
	EXPECT_STATUS(outcome, 0);
	expect_in(outcome.err.data,
		"'s101' has an extension until 2020-10-06T23:59:00+02:00 on the platform");
	expect_marks(HEAD "s101,Ada Lovelace,6,0 days,0,6,,\n"
			  "s102,Bob Hope,6,11 h 1 min,1,5,,\n");
	/* Two: the later one counts, wherever it is. */
	put("course/scheme.yaml", "package: ../sum\nzone: Europe/Berlin\nfill: sheet.csv\n"
				  "due: 2020-10-05T23:59:00+02:00\nextensions: {s101: 1h}\n" RULES);
	AUTO_OUTCOME sheet = GRADE("--apply");
	expect_in(sheet.err.data, "in the scheme, and until 2020-10-06T23:59:00+02:00");
	expect_marks(HEAD "s101,Ada Lovelace,6,0 days,0,6,,\n"
			  "s102,Bob Hope,6,11 h 1 min,1,5,,\n");
	put_class(GRANTED("Tuesday, 6 October 2020, 1:00 AM"));
	put("course/scheme.yaml", "package: ../sum\nzone: Europe/Berlin\nfill: sheet.csv\n"
				  "due: 2020-10-05T23:59:00+02:00\nextensions: {s101: 1d}\n" RULES);
	AUTO_OUTCOME scheme = GRADE("--apply");
	EXPECT_STATUS(scheme, 0);
	expect_in(scheme.err.data, "the later one counts");
	expect_marks(HEAD "s101,Ada Lovelace,6,0 days,0,6,,\n"
			  "s102,Bob Hope,6,11 h 1 min,1,5,,\n");
	AUTO_OUTCOME blind = GRADE("--blind");
	cr_expect_null(strstr(blind.err.data, "s101"), "%s", blind.err.data);
}
