/* SPDX-License-Identifier: MIT */
/* A course's folder: what is read, and every mistake with its place. */
#include "course_case.h"

#include <assay/course/folder/make.h>
#include <assay/engine.h>

static void expect_findings(const char *files, const char *expected)
{
	AUTO_FOLDER folder = course_folder_make(files);
	AS_AUTO_COURSE struct as_course *course = open_course(folder.path);
	AS_AUTO_FREE char *found = course_findings(course);

	cr_expect_str_eq(
		found, expected, "%s:\n  found    %s\n  expected %s", files, found, expected);
}

static void expect_time(int64_t time_s, const char *expected)
{
	int64_t expected_s;

	cr_assert_eq(as_time_parse(expected, &expected_s, NULL, NULL), 0);
	cr_expect_eq(time_s, expected_s, "%jd, not %s", (intmax_t)time_s, expected);
}

/* ---- reading ---- */

Test(course_folder, everything_is_read)
{
	AUTO_FOLDER folder = course_folder_make(
		"--- file course.yaml\nid: algo1\ntitle: Algorithms\nzone: Europe/Berlin\n"
		"sections: [B, A]\nregister: {code: summer-26, mails: [\"*@x.org\"]}\n"
		"--- file assignments/week0.yaml\nopens: 2026-09-21 08:00\ndue: 2026-09-28 12:00\n"
		"release: 2026-10-20 12:00\nextensions: {s1: 2d, \"section B\": 1d}\n"
		"package: " MINIMAL "\nitems:\n- {id: a, points: 10}\n");
	AS_AUTO_COURSE struct as_course *course = open_course(folder.path);
	AS_AUTO_FREE char *found = course_findings(course);

	cr_expect_str_eq(found, "");
	cr_expect_eq(as_course_require(course, NULL), 0);
	cr_expect_str_eq(course->id, "algo1");
	cr_expect_str_eq(course->title, "Algorithms");
	cr_expect_str_eq(course->sections[0], "A");
	cr_expect_str_eq(course->registration.code, "summer-26");
	cr_expect_str_eq(course->registration.mails[0], "*@x.org");
	cr_assert_eq(course->person_count, 3);
	const size_t ada = as_course_find_person(course, "t1");
	cr_assert_eq(ada, 0);
	cr_expect_eq(course->people[ada].of.role, AS_ROLE_TEACHER);
	cr_expect_str_eq(course->people[ada].password, "correct-horse");
	cr_expect_eq(as_course_find_username(course, "grace"), 2);
	cr_expect_eq(as_course_find_person(course, "grace"), AS_COURSE_NONE);
	cr_expect_str_eq(course->people[2].of.sections[0], "B");
	cr_assert_eq(course->assignment_count, 2);
	const struct as_course_assignment *first = &course->assignments[0];
	cr_expect_str_eq(first->id, "week0");
	cr_expect_str_eq(as_course_title_of(first), "week0");
	cr_assert_not_null(first->packages[0]);
	expect_time(first->scheme.hand_in.opens_s, "2026-09-21T08:00:00+02:00");
	expect_time(first->scheme.hand_in.release_s, "2026-10-20T12:00:00+02:00");
	expect_time(as_scheme_due_of(&first->scheme, "t1"), "2026-09-28T12:00:00+02:00");
	expect_time(as_scheme_due_of(&first->scheme, "s1"), "2026-09-30T12:00:00+02:00");
	expect_time(as_scheme_due_of(&first->scheme, "s2"), "2026-09-29T12:00:00+02:00");
	cr_expect_eq(as_course_find_assignment(course, "week1"), 1);
}

/* ---- people ---- */

#define HEAD "--- file people.csv\n"
#define T "t1,teacher,t1\n"
#define MORE "id,role,username,name,section\nt1,teacher,t1,T,\n"

Test(course_folder, every_mistake_about_people_has_its_line)
{
	static const struct {
		const char *files, *findings;
	} cases[] = {
		{"--- remove accounts.yaml\n" HEAD MORE "s1,markr,s1,A,\ns2,,s2,B,\n",
			"error people.csv:3: unknown role 'markr'; did you mean 'marker'? use "
			"student, teacher, marker or viewer\n"
			"info accounts.yaml: 2 of 2 people have no password; to make them, run: "
			"assay course passwords DIR\n"},
		{"--- file accounts.yaml\n- {id: t1, password: correct-horse}\n" HEAD MORE
		 "t1,,s1,A,\n",
			"error people.csv:3: the id 't1' is also that of line 2; each person needs "
			"a separate id\n"},
		{"--- file accounts.yaml\n- {id: t1, password: correct-horse}\n" HEAD MORE
		 "s1,,t1,A,\n",
			"error people.csv:3: the username 't1' is also that of line 2; each person "
			"needs a separate username\n"},
		{HEAD MORE "s1,,s1,Ada Lovelace,\ns2,,s2,\"Lovelace, Ada\",\n",
			"warning people.csv:4: 'Lovelace, Ada' is also the name of 's1' in line 3; "
			"if they are one person, remove a row\n"},
		{HEAD "id,role,email\nt1,teacher,t@x.org\ns1,,alan@x.org\ns2,,alan@y.org\n",
			"info people.csv:2: no username: the email address without @ and what "
			"follows is the username\n"
			"info people.csv:3: no username: the email address without @ and what "
			"follows is the username\n"
			"info people.csv:4: no username: the id is the username\n"},
		{"--- file accounts.yaml\n- {id: t1, password: correct-horse}\n" HEAD MORE
		 "s 1,,,A B,\n",
			"info people.csv:3: no username: the id is the username\n"
			"error people.csv:3: username 's 1' cannot be used to log in; use at most "
			"64 "
			"characters, without ':' and blanks\n"
			"info accounts.yaml: 1 of 2 people have no password; to make them, run: "
			"assay course passwords DIR\n"},
		{"--- file course.yaml\nzone: Europe/Berlin\nsections: [A, B]\n" HEAD MORE
		 "s1,,s1,X,A\ns2,,s2,Y,\"B; C\"\n",
			"error people.csv:4: the section 'C' is not in course.yaml; add it to the "
			"key sections\n"},
		{"--- remove accounts.yaml\n--- file people.csv\n",
			"error people.csv: is empty; its first line must name the columns\n"},
		{"--- remove accounts.yaml\n--- remove people.csv\n",
			"error people.csv: the file does not exist; write a table with the columns "
			"id, name, email, username, role, section and group\n"},
		{"--- remove accounts.yaml\n" HEAD "id,name,role\n",
			"warning people.csv: nobody has the role teacher; add a person who "
			"releases marks, with teacher in the column role\n"},
		{"--- remove people.csv\n--- link people.csv /etc/passwd\n--- remove "
		 "accounts.yaml\n",
			"error people.csv: a link that leads out of the course's folder; copy its "
			"target here\n"},
	};

	for (size_t i = 0; i < sizeof(cases) / sizeof(*cases); i++)
		expect_findings(cases[i].files, cases[i].findings);
}

Test(course_folder, accounts_are_private_and_of_people)
{
	static const struct {
		const char *text, *findings;
	} cases[] = {
		{"- {id: t1, password: correct-horse}\n- {id: s1, password: correct-horse}\n"
		 "- {id: s2, password: short}\n",
			"error accounts.yaml:3:22: the password is too short; use at least 8 "
			"characters\n"
			"info accounts.yaml: 1 of 3 people have no password; to make them, run: "
			"assay course passwords DIR\n"},
		{"- {id: t1, password: correct-horse}\n- {id: s1, password: correct-horse}\n"
		 "- {id: s2, password: correct-horse}\n- {id: s22, password: correct-horse}\n",
			"warning accounts.yaml:4:8: 's22' is not the id of a person in people.csv; "
			"did you mean 's2'? correct or remove it\n"},
		{"- {id: t1, password: correct-horse}\n- {id: s1, password: correct-horse}\n"
		 "- {id: s2, password: correct-horse}\n- {id: s2, password: correct-horse}\n",
			"error accounts.yaml:4:8: 's2' has two accounts; remove one\n"},
		{"- {id: t1, password: correct-horse}\n- {id: s1, password: correct-horse}\n"
		 "- {id: s2, pasword: correct-horse}\n",
			"error accounts.yaml:3:12: unknown key 'pasword'; did you mean "
			"'password'?\n"
			"error accounts.yaml:3:3: missing key 'password'\n"
			"info accounts.yaml: 1 of 3 people have no password; to make them, run: "
			"assay course passwords DIR\n"},
	};

	for (size_t i = 0; i < sizeof(cases) / sizeof(*cases); i++) {
		AS_AUTO_FREE char *files =
			as_text_format(NULL, "--- file accounts.yaml\n%s", cases[i].text);
		expect_findings(files, cases[i].findings);
	}
	AUTO_FOLDER folder = course_folder_make("");
	cr_assert_eq(fchmodat(folder.fd, "accounts.yaml", 0644, 0), 0);
	AS_AUTO_COURSE struct as_course *course = open_course(folder.path);
	AS_AUTO_FREE char *found = course_findings(course);
	cr_expect_str_eq(found, "error accounts.yaml: other users of this machine can read the "
				"passwords; run: chmod 600 DIR/accounts.yaml\n");
	struct as_error error = {0};
	cr_expect_eq(as_course_require(course, &error), -1);
	cr_expect_eq(error.kind, AS_ERROR_INPUT);
}

/* ---- assignments ---- */

#define PACKAGE "package: " MINIMAL "\nitems: [{id: a, points: 10}]\n"

Test(course_folder, every_mistake_of_an_assignment_has_its_line)
{
	static const struct {
		const char *name, *text, *findings;
	} cases[] = {
		{"week2.yaml", "opens: 2026-10-05 12:00\ndue: 2026-10-05 11:00\n" PACKAGE,
			"error assignments/week2.yaml:2:6: due is not after opens; correct one of "
			"the times\n"},
		{"week2.yaml", "due: 2026-10-05 11:00\nrelease: 2026-10-05 10:00\n" PACKAGE,
			"error assignments/week2.yaml:2:10: release is before due, when students "
			"still hand in; write a later time, or by hand\n"},
		{"week2.yaml", "due: 2026-10-25 02:30\n" PACKAGE,
			"error assignments/week2.yaml:1:6: due: '2026-10-25 02:30' has no offset "
			"from UTC and exists twice in Europe/Berlin, because clocks are set back; "
			"write 2026-10-25T02:30:00+02:00 or 2026-10-25T02:30:00+01:00\n"},
		{"week2.yaml", "due: 2026-10-26T11:00:00+02:00\n" PACKAGE,
			"error assignments/week2.yaml:1:6: '2026-10-26T11:00:00+02:00' does not "
			"have the offset of Europe/Berlin at that time; write "
			"2026-10-26T11:00:00+01:00\n"},
		{"week2.yaml", "zone: Europe/Paris\ndue: 2026-10-05 11:00\n" PACKAGE,
			"error assignments/week2.yaml:1:7: zone 'Europe/Paris' is not that of the "
			"course, 'Europe/Berlin'; correct one of them\n"},
		{"week2.yaml", PACKAGE,
			"warning assignments/week2.yaml: the assignment has no deadline, so "
			"nothing "
			"is late and nothing is shown after the deadline; add one, such as due: "
			"2026-10-05 23:59\n"},
		{"week2.yaml",
			"due: 2026-10-05 11:00\nextensions: {s3: 1d, \"section C\": 1d, s1: "
			"1d}\n" PACKAGE,
			"warning assignments/week2.yaml:2:18: 's3' is not the id of a person in "
			"people.csv; did you mean 's1'? correct or remove it\n"
			"warning assignments/week2.yaml:2:35: nobody is in the section 'C'; "
			"correct or remove it\n"},
		{"week2.yaml",
			"due: 2026-10-05 11:00\nrelease: 2026-10-05 12:00\nextensions: {s1: "
			"1d}\n" PACKAGE,
			"warning assignments/week2.yaml:3:18: the extension of s1 ends after the "
			"release; others see their results before; write a later release, or "
			"release: by hand\n"},
		{"week2.yaml", "due: 2026-10-05 11:00\nhand_in: {languages: [pyton3]}\n" PACKAGE,
			"error assignments/week2.yaml:2:23: unknown language 'pyton3'; did you "
			"mean "
			"'python3'? see assay languages\n"},
		{"week2.yaml", "due: 2026-10-05 11:00\nhand_in: {groups: roster}\n" PACKAGE,
			"warning assignments/week2.yaml:2:19: nobody has a group in people.csv; "
			"fill in the column group, or write groups: formed\n"},
		{"week+2.yaml", "due: 2026-10-05 11:00\n" PACKAGE,
			"error assignments/week+2.yaml: the name of the file is the id of the "
			"assignment; use 1 to 36 of a-z, A-Z, 0-9, '_' and '-', the first not "
			"'-'\n"},
		{"week2.yml", "due: 2026-10-05 11:00\n" PACKAGE,
			"warning assignments/week2.yml: the file is not read; its name must end "
			"with "
			".yaml\n"},
		{"week1.json", "{}", "error assignments/week1.json:1:1: missing key 'items'\n"},
		{"week2.yaml~", "not a scheme", ""},
	};

	for (size_t i = 0; i < sizeof(cases) / sizeof(*cases); i++) {
		AS_AUTO_FREE char *files = as_text_format(
			NULL, "--- file assignments/%s\n%s", cases[i].name, cases[i].text);
		expect_findings(files, cases[i].findings);
	}
}

Test(course_folder, a_link_to_an_assignment_stays_in_the_folder)
{
	expect_findings("--- file more/week2.yaml\n" WEEK
			"--- link assignments/week2.yaml ../more/week2.yaml\n",
		"");
	expect_findings("--- link assignments/week2.yaml /etc/passwd\n",
		"error assignments/week2.yaml: a link that leads out of the course's folder; copy "
		"its target here\n");
	expect_findings("--- link assignments/week2.yaml nowhere.yaml\n",
		"error assignments/week2.yaml: is a link to a file that does not exist; remove it "
		"or create the file\n");
}

Test(course_folder, a_missing_package_is_named_where_the_assignment_names_it)
{
	AUTO_FOLDER folder = course_folder_make("--- file assignments/week2.yaml\n"
						"due: 2026-10-05 11:00\npackage: ../nowhere\n"
						"items: [{id: a, points: 10}]\n");
	AS_AUTO_COURSE struct as_course *course = open_course(folder.path);
	AS_AUTO_FREE char *found = course_findings(course);

	cr_expect_eq(
		strncmp(found, "error assignments/week2.yaml:2:10: package: ", 44), 0, "%s", found);
	cr_assert_eq(course->assignment_count, 2);
	cr_expect(course->assignments[0].is_broken);
	cr_expect(!course->assignments[1].is_broken);
}

/* ---- size and strangers' tables ---- */

Test(course_folder, ten_thousand_people_are_read_and_found)
{
	char *text = NULL, id[16];
	size_t size;
	FILE *out = open_memstream(&text, &size);

	fputs("--- remove accounts.yaml\n--- file assignments/week1.yaml\ndue: 2026-10-05 23:59\n"
	      "extensions: {\"section A\": 1d}\n" PACKAGE HEAD "id,name,role,section,username\n"
	      "t1,T,teacher,,t1\n",
		out);
	for (int i = 0; i < 10000; i++)
		fprintf(out, "s%d,Student number %d,,%s,u%d\n", i, i, i % 2 ? "A" : "B", i);
	fclose(out);
	AS_AUTO_FREE char *files = text;
	AUTO_FOLDER folder = course_folder_make(files);
	AS_AUTO_COURSE struct as_course *course = open_course(folder.path);
	cr_expect_eq(course->person_count, 10001);
	for (int i = 0; i < 10000; i++) {
		snprintf(id, sizeof(id), "s%d", i);
		cr_assert_eq(as_course_find_person(course, id), (size_t)i + 1);
		cr_assert_eq(as_scheme_due_of(&course->assignments[0].scheme, id),
			course->assignments[0].scheme.due_s + (i % 2 ? 86400 : 0));
	}
	cr_expect_eq(course->findings.count, 1);
}

Test(course_folder, rosters_of_platforms_are_people)
{
	static const struct {
		const char *text, *id, *name, *username;
		enum as_role role;
	} cases[] = {
		/* Moodle's participants, in German, Windows-1252, with semicolons. */
		{"Vorname;Nachname;E-Mail-Adresse;Rollen\nJ\xf6rg;M\xfcller;jm@x.org;Teilnehmer/"
		 "in\n",
			"jm@x.org", "J\xc3\xb6rg M\xc3\xbcller", "jm", AS_ROLE_STUDENT},
		/* Canvas' gradebook. */
		{"Student,ID,SIS User ID,SIS Login ID,Section,HW (1)\nPoints Possible,,,,,10\n"
		 "\"Doe, Jane\",12,s77,jdoe,Lab 1,\n",
			"s77", "Doe, Jane", "jdoe", AS_ROLE_STUDENT},
		/* Gradescope's roster. */
		{"First Name,Last Name,SID,Email,Role\nTom,Tut,s5,tt@x.org,TA\n", "s5", "Tom Tut",
			"tt", AS_ROLE_MARKER},
		{"name,email,role\nKim,kim@x.org,Non-editing teacher\n", "kim@x.org", "Kim", "kim",
			AS_ROLE_MARKER},
		{"id,name\n'=1+1,x\n", "=1+1", "x", "=1+1", AS_ROLE_STUDENT},
	};

	for (size_t i = 0; i < sizeof(cases) / sizeof(*cases); i++) {
		AS_AUTO_FREE char *files = as_text_format(NULL, HEAD "%s", cases[i].text);
		AUTO_FOLDER folder = course_folder_make(files);
		AS_AUTO_COURSE struct as_course *course = open_course(folder.path);
		AS_AUTO_FREE char *found = course_findings(course);
		cr_assert_eq(course->person_count, 1, "%s: %s", cases[i].text, found);
		const struct as_roster_person *person = &course->people[0].of;
		cr_expect_str_eq(person->id, cases[i].id);
		cr_expect_str_eq(person->name, cases[i].name);
		cr_expect_str_eq(person->username, cases[i].username);
		cr_expect_eq(person->role, cases[i].role);
	}
}

/* ---- new folders and passwords ---- */

Test(course_folder, missing_passwords_are_made_once)
{
	AUTO_FOLDER folder = course_folder_make(
		"--- file accounts.yaml\n# Mine.\n- {id: t1, password: correct-horse}");
	AS_AUTO_COURSE struct as_course *course = open_course(folder.path);
	struct as_error error = {0};
	size_t made;

	cr_assert_eq(as_course_make_passwords(course, &made, &error), 0, "%s", error.text);
	cr_expect_eq(made, 2);
	AS_AUTO_COURSE struct as_course *again = open_course(folder.path);
	AS_AUTO_FREE char *found = course_findings(again);
	cr_expect_str_eq(found, "");
	for (size_t i = 0; i < 3; i++)
		cr_expect_str_eq(again->people[i].password, course->people[i].password);
	cr_expect_str_eq(again->people[0].password, "correct-horse");
	cr_assert_eq(as_course_make_passwords(again, &made, &error), 0);
	cr_expect_eq(made, 0);
}

Test(course_folder, a_list_on_one_line_takes_no_account)
{
	AUTO_FOLDER folder =
		course_folder_make("--- file accounts.yaml\n[{id: t1, password: correct-horse}]\n");
	AS_AUTO_COURSE struct as_course *course = open_course(folder.path);
	struct as_error error = {0};
	size_t made;

	cr_assert_eq(as_course_make_passwords(course, &made, &error), -1);
	cr_expect(strstr(error.text, "write the file as a list"), "%s", error.text);
	AS_AUTO_BYTES struct as_bytes text = {0};
	cr_assert_eq(as_file_read(folder.fd, "accounts.yaml", 1000, &text, NULL), 0);
	cr_expect_str_eq(text.data, "[{id: t1, password: correct-horse}]\n");
}

Test(course_folder, an_assignment_has_no_name_of_a_page)
{
	expect_findings("--- file assignments/audit.yaml\n" WEEK,
		"error assignments/audit.yaml: 'audit' is the name of a page of the server; give "
		"the file another name\n");
}
