/* SPDX-License-Identifier: MIT */
/* Rosters, sheets, groups, and persons with similar names. */
#include "grade/class_case.h"

#define MOODLE_HEADER                                                                              \
	"\xef\xbb\xbfIdentifier,\"Full name\",\"ID number\",\"Email address\",Status,Grade,"       \
	"\"Maximum grade\",\"Last modified (submission)\",\"Feedback comments\"\r\n"

Test(class, a_roster_names_everybody)
{
	AUTO_CLASS class = class_begin();
	class_folder(&class, "--- file ADA/a.py\nprint(1)\n"
			     "--- file bob@uni.example/a.py\nprint(2)\n"
			     "--- file eve/a.py\nprint(3)\n"
			     "--- file stranger/a.py\nprint(4)\n");
	class_roster(&class, "\xef\xbb\xbfName;E-Mail;extra;ID\r\n"
			     "Ada Lovelace;ada@uni.example;x;ada\r\n"
			     "\r\n"
			     "Bob;bob@uni.example;x;1002\r\n"
			     "J\xFCrgen;eve@uni.example;;1003\r\n"
			     "Late Riser;;;1004\r\n"
			     ";;;\r\n");
	expect_class(&class, "folders\n"
			     "person ada 'Ada Lovelace' ada@uni.example line=2\n"
			     "person 1002 'Bob' bob@uni.example line=4\n"
			     "person 1003 'J\xC3\xBCrgen' eve@uni.example line=5\n"
			     "person 1004 'Late Riser' line=6 doubted\n"
			     "person stranger\n"
			     "received ADA of 'ADA' for ada: a.py\n"
			     "received bob@uni.example of 'bob@uni.example' for 1002: a.py\n"
			     "received eve of 'eve' for 1003: a.py\n"
			     "received stranger of 'stranger' for stranger: a.py\n"
			     "warning stranger: belongs to nobody in the class: 'stranger'\n");
}

/* Gradescope's list of the course contains its staff. */
Test(class, rows_of_teachers_in_a_roster_are_no_students)
{
	AUTO_CLASS class = class_begin();
	class_folder(&class, "--- file ada/a.py\nprint(1)\n");
	class_roster(&class, "Name,SID,Email,Role\nAda,ada,,Student\nBob,bob,,Instructor\n"
			     "Cem,cem,, ta \nDan,dan,,\n");
	expect_class(&class, "folders\n"
			     "person ada 'Ada' line=2\n"
			     "person dan 'Dan' line=5\n"
			     "received ada of 'ada' for ada: a.py\n"
			     "info roster.csv: 2 rows are left out: teachers, according to the "
			     "column of roles\n");
}

Test(class, names_are_found_in_any_order_and_form)
{
	AUTO_CLASS class = class_begin();
	class_folder(&class, "--- file Zoe%cc%88 O'Brien_1_assignsubmission_file/a.py\n1\n"
			     "--- file LOVELACE Ada_2_assignsubmission_file/a.py\n2\n"
			     "--- file Straße-Meyer Jan_3_assignsubmission_file/a.py\n3\n");
	class_roster(&class, "id,name\n10,\"O\xE2\x80\x99"
			     "brien, Zo\xC3\xAB\"\n11,Ada Lovelace\n12,Jan Strasse Meyer\n");
	expect_class(&class,
		"moodle\n"
		"person 10 'O\xE2\x80\x99"
		"brien, Zo\xC3\xAB' #1 line=2\n"
		"person 11 'Ada Lovelace' #2 line=3\n"
		"person 12 'Jan Strasse Meyer' #3 line=4\n"
		"received Zoe\xCC\x88 O'Brien_1_assignsubmission_file of 'Zoe\xCC\x88 O'Brien' for "
		"10: a.py\n"
		"received LOVELACE Ada_2_assignsubmission_file of 'LOVELACE Ada' for 11: a.py\n"
		"received Stra\xC3\x9F"
		"e-Meyer Jan_3_assignsubmission_file of 'Stra\xC3\x9F"
		"e-Meyer Jan' for 12: a.py\n");
}

Test(class, two_persons_of_one_name_are_distinguished_by_numbers_only)
{
	AUTO_CLASS class = class_begin();
	class_folder(&class, "--- file Kim Lee_7_assignsubmission_file/a.py\n1\n"
			     "--- file Kim Lee_8_assignsubmission_file/a.py\n2\n");
	class_roster(&class, "id,name\nk1,Kim Lee\nk2,\"Lee, Kim\"\n");
	expect_class(&class,
		"moodle\n"
		"person k1 'Kim Lee' line=2 doubted\n"
		"person k2 'Lee, Kim' line=3 doubted\n"
		"received Kim Lee_7_assignsubmission_file of 'Kim Lee' for: a.py\n"
		"received Kim Lee_8_assignsubmission_file of 'Kim Lee' for: a.py\n"
		"warning roster.csv: two persons are called 'Lee, Kim': 'k1' (line 2) and 'k2' "
		"(line 3)\n"
		"error Kim Lee_7_assignsubmission_file: may belong to 2 students called 'Kim Lee'; "
		"give the platform's sheet, which contains their numbers\n"
		"error Kim Lee_8_assignsubmission_file: may belong to 2 students called 'Kim Lee'; "
		"give the platform's sheet, which contains their numbers\n");
	class_sheet(&class, MOODLE_HEADER
		"Participant 8,Kim Lee,k1,,,,20,-,\r\nParticipant 7,Kim Lee,k2,,,,20,-,\r\n");
	expect_class(&class, "moodle\n"
			     "person k1 'Kim Lee' #8 line=2\n"
			     "person k2 'Lee, Kim' #7 line=3\n"
			     "received Kim Lee_8_assignsubmission_file of 'Kim Lee' for k1: a.py\n"
			     "received Kim Lee_7_assignsubmission_file of 'Kim Lee' for k2: a.py\n"
			     "warning roster.csv: two persons are called 'Lee, Kim': 'k1' (line 2) "
			     "and 'k2' (line "
			     "3)\n");
}

Test(class, one_id_twice_is_an_error_with_its_line)
{
	AUTO_CLASS class = class_begin();
	class_folder(&class, "--- file ada.py\n1\n");
	class_roster(&class, "id,name\n7,Ada\n8,Bob\n7,Eve\n");
	expect_class_error(&class, AS_ERROR_INPUT, "roster.csv", 4,
		"the id '7' is also that of line 2; each student needs a separate id");
	class_roster(&class, "points,remark\n7,Ada\n");
	expect_class_error(&class, AS_ERROR_INPUT, "roster.csv", 1,
		"has no column 'id'; its columns are: points, remark");
	class_roster(&class, "id,name\n7,\"Ada\n");
	expect_class_error(&class, AS_ERROR_INPUT, "roster.csv", 2,
		"has a quoted cell that does not end; add the closing quote (\")");
}

Test(class, a_name_without_end_is_an_error)
{
	AUTO_CLASS class = class_begin();
	AS_AUTO_FREE char *name = calloc(1, (1 << 20) + 2);
	memset(name, 'n', (1 << 20) + 1);
	AS_AUTO_FREE char *roster = as_text_format(NULL, "id,name\n7,%s\n", name);
	class_folder(&class, "--- file ada.py\n1\n");
	class_roster(&class, roster);
	expect_class_error(&class, AS_ERROR_INPUT, "", 0, "a name has more than 1 MiB");
}

/* As many groups have several submissions as have one: they may be no teams. */
Test(class, groups_that_are_not_teams_have_no_common_submissions)
{
	AUTO_CLASS class = class_begin();
	class_folder(&class, "--- file ada.py\nprint(1)\n"
			     "--- file eve.py\nprint(2)\n"
			     "--- file joe.py\nprint(3)\n"
			     "--- file sue.py\nprint(4)\n");
	class_roster(&class, "id,group\nada,red\nbob,red\neve,blue\njoe,blue\nsue,\nzed,\n");
	expect_class(&class,
		"files\n"
		"person ada group=red line=2\n"
		"person bob group=red line=3 doubted\n"
		"person eve group=blue line=4 doubted\n"
		"person joe group=blue line=5 doubted\n"
		"person sue line=6\n"
		"person zed line=7\n"
		"received ada.py of 'ada' for ada: ada.py\n"
		"received eve.py of 'eve' for eve: eve.py several\n"
		"received joe.py of 'joe' for joe: joe.py several\n"
		"received sue.py of 'sue' for sue: sue.py\n"
		"error eve.py: is one of 2 submissions of group 'blue', so no member gets a "
		"mark; keep one of them, or, if the column `group` does not mean teams with one "
		"submission each, remove it\n"
		"error joe.py: is one of 2 submissions of group 'blue', so no member gets a "
		"mark; keep one of them, or, if the column `group` does not mean teams with one "
		"submission each, remove it\n");
}

Test(class, a_submission_of_a_group_marks_all_its_members)
{
	AUTO_CLASS class = class_begin();
	class_folder(&class, "--- file ada.py\nprint(1)\n"
			     "--- file eve.py\nprint(2)\n"
			     "--- file joe.py\nprint(3)\n"
			     "--- file sue.py\nprint(4)\n");
	class_roster(&class, "id,group\nada,red\nbob,red\neve,blue\njoe,blue\nsue,green\nzed,"
			     "green\n");
	expect_class(&class,
		"files\n"
		"person ada group=red line=2\n"
		"person bob group=red line=3\n"
		"person eve group=blue line=4 doubted\n"
		"person joe group=blue line=5 doubted\n"
		"person sue group=green line=6\n"
		"person zed group=green line=7\n"
		"received ada.py of 'ada' for ada bob: ada.py\n"
		"received eve.py of 'eve' for eve: eve.py several\n"
		"received joe.py of 'joe' for joe: joe.py several\n"
		"received sue.py of 'sue' for sue zed: sue.py\n"
		"error eve.py: is one of 2 submissions of group 'blue', so no member gets a "
		"mark; keep one of them, or, if the column `group` does not mean teams with one "
		"submission each, remove it\n"
		"error joe.py: is one of 2 submissions of group 'blue', so no member gets a "
		"mark; keep one of them, or, if the column `group` does not mean teams with one "
		"submission each, remove it\n");
}

#define ONE_OF_THREE                                                                               \
	"is one of 3 submissions of group 'blue', so no member gets a mark; keep one of them, "    \
	"or, if the column `group` does not mean teams with one submission each, remove it\n"
/* Groups are counted, not their submissions. */
Test(class, one_group_with_many_submissions_leaves_the_others_teams)
{
	AUTO_CLASS class = class_begin();
	class_folder(&class, "--- file ada.py\nprint(1)\n--- file eve.py\nprint(2)\n"
			     "--- file joe.py\nprint(3)\n--- file kim.py\nprint(4)\n"
			     "--- file sue.py\nprint(5)\n");
	class_roster(&class, "id,group\nada,red\nbob,red\neve,blue\njoe,blue\nkim,blue\nsue,"
			     "green\nzed,green\n");
	expect_class(&class, "files\n"
			     "person ada group=red line=2\n"
			     "person bob group=red line=3\n"
			     "person eve group=blue line=4 doubted\n"
			     "person joe group=blue line=5 doubted\n"
			     "person kim group=blue line=6 doubted\n"
			     "person sue group=green line=7\n"
			     "person zed group=green line=8\n"
			     "received ada.py of 'ada' for ada bob: ada.py\n"
			     "received eve.py of 'eve' for eve: eve.py several\n"
			     "received joe.py of 'joe' for joe: joe.py several\n"
			     "received kim.py of 'kim' for kim: kim.py several\n"
			     "received sue.py of 'sue' for sue zed: sue.py\n"
			     "error eve.py: " ONE_OF_THREE "error joe.py: " ONE_OF_THREE
			     "error kim.py: " ONE_OF_THREE);
}

#define COPY(copy, kept)                                                                           \
	"info " copy ": has the same files as '" kept "' of the same group, and counts as the "    \
	"same submission\n"
Test(class, copies_are_one_submission_of_a_group)
{
	AUTO_CLASS class = class_begin();
	class_folder(&class, "--- file ada/a.py\nprint(1)\n--- file bob/a.py\nprint(1)\n");
	class_roster(&class, "id,group\nada,red\nbob,red\neve,red\n");
	expect_class(&class, "folders\n"
			     "person ada group=red line=2\n"
			     "person bob group=red line=3\n"
			     "person eve group=red line=4\n"
			     "received ada of 'ada' for ada bob eve: a.py\n" COPY("bob", "ada"));
}

/* The team handed in when its first member did. */
Test(class, copies_of_a_group_have_the_earliest_time)
{
	AUTO_CLASS class = class_begin();
	class_folder(&class, "--- file ada.py\nprint(1)\n--- file bob.py\nprint(1)\n");
	class_roster(&class, "id,group\nada,red\nbob,red\neve,red\n");
	class_times(&class, "id,time\nbob,2026-10-05T10:00:00Z\nada,2026-10-05T12:00:00Z\n");
#define RED                                                                                        \
	"person ada group=red line=2\nperson bob group=red line=3\nperson eve group=red line=4\n"
	expect_class(&class,
		"files\n" RED
		"received ada.py of 'ada' for ada bob eve: ada.py times=1791194400\n" COPY(
			"bob.py", "ada.py"));
}

Test(class, copies_of_a_group_in_folders_of_times_have_the_earliest)
{
	AUTO_CLASS class = class_begin();
	class_folder(&class, "--- file ada/20261005T120000Z/a.py\n1\n"
			     "--- file bob/20261005T100000Z/a.py\n1\n");
	class_roster(&class, "id,group\nada,red\nbob,red\neve,red\n");
	expect_class(&class,
		"folders\n" RED "received ada/20261005T120000Z of 'ada' for ada bob eve: a.py "
		"export=1791194400\n" COPY("bob/20261005T100000Z",
			"ada/20261005T120000Z") "info export: the names of folders are the times "
						"of 1 submission, such as "
						"'ada/20261005T120000Z'; if students chose these "
						"names, give the times with "
						"--times\n");
}

/* Canvas marks one of the copies late. */
Test(class, copies_of_a_group_are_late_if_all_are)
{
	AUTO_CLASS class = class_begin();
	class_folder(&class, "--- file langada_LATE_501_9001_a.py\n1\n"
			     "--- file bundbob_502_9002_a.py\n1\n");
	class_roster(&class, "id,name,group\n501,Ada Lang,red\n502,Bob Bund,red\n");
	expect_class(&class, "canvas\n"
			     "person 501 'Ada Lang' group=red #501 line=2\n"
			     "person 502 'Bob Bund' group=red #502 line=3\n"
			     "received bundbob_502_9002 of 'bundbob' for 501 502: a.py\n" COPY(
				     "langada_LATE_501_9001", "bundbob_502_9002"));
}

Test(class, a_group_hands_in_under_its_own_name)
{
	AUTO_CLASS class = class_begin();
	class_folder(&class, "--- file Team Red_55_assignsubmission_file/a.py\n1\n"
			     "--- file Default group_assignsubmission_file/a.py\n2\n");
	class_roster(&class, "id,name,group\n1,Ada,team red\n2,Bob,team red\n3,Eve,\n");
	expect_class(&class,
		"moodle\n"
		"person 1 'Ada' group=team red line=2\n"
		"person 2 'Bob' group=team red line=3\n"
		"person 3 'Eve' line=4 doubted\n"
		"person Default group 'Default group'\n"
		"received Team Red_55_assignsubmission_file of 'Team Red' for 1 2: a.py\n"
		"received Default group_assignsubmission_file of 'Default group' for Default "
		"group: "
		"a.py\n"
		"warning Default group_assignsubmission_file: belongs to nobody in the "
		"class: "
		"'Default group'\n");
}

Test(class, the_sheet_of_moodle_is_a_roster_and_has_times)
{
	AUTO_CLASS class = class_begin();
	class_folder(&class, "--- file Ada Lovelace_101_assignsubmission_file/a.py\n1\n"
			     "--- file Bob_102_assignsubmission_file/a.py\n2\n");
	class_sheet(&class,
		MOODLE_HEADER "Participant 101,Ada Lovelace,a1,ada@x.example,Submitted,,20.00,"
			      "\"Monday, 5 October 2026, 11:59 PM\",\r\n"
			      "Participant 102,Bob,,bob@x.example,Submitted,,20.00,"
			      "\"Sunday, 25 October 2026, 2:30 AM\",\r\n"
			      "Participant 103,Eve,,,No submission,,20.00,-,\r\n");
	class.order.zone = "Europe/Berlin";
	expect_class(&class,
		"moodle\n"
		"person a1 'Ada Lovelace' ada@x.example #101 line=2\n"
		"person bob@x.example 'Bob' bob@x.example #102 line=3\n"
		"person 103 'Eve' #103 line=4\n"
		"received Ada Lovelace_101_assignsubmission_file of 'Ada Lovelace' for a1: a.py "
		"sheet=1791237540\n"
		"received Bob_102_assignsubmission_file of 'Bob' for bob@x.example: a.py "
		"sheet=1792888200\n"
		"warning sheet.csv:3: the time 'Sunday, 25 October 2026, 2:30 AM' exists twice, "
		"because clocks are set back; the earlier one counts\n");
	class.order.zone = NULL;
	expect_class(&class,
		"moodle\n"
		"person a1 'Ada Lovelace' ada@x.example #101 line=2\n"
		"person bob@x.example 'Bob' bob@x.example #102 line=3\n"
		"person 103 'Eve' #103 line=4\n"
		"received Ada Lovelace_101_assignsubmission_file of 'Ada Lovelace' for a1: a.py\n"
		"received Bob_102_assignsubmission_file of 'Bob' for bob@x.example: a.py\n"
		"warning sheet.csv: 2 times without an offset from UTC, such as 'Monday, 5 October "
		"2026, 11:59 PM'; name the time zone with --zone, such as --zone=Europe/Paris\n");
	class.order.zone = "Mars/Olympus";
	expect_class_error(&class, AS_ERROR_USAGE, "", 0,
		"unknown time zone 'Mars/Olympus'; use an IANA name, such as Europe/Paris");
}

Test(class, the_sheet_of_moodle_is_read_in_other_languages)
{
	AUTO_CLASS class = class_begin();
	class_folder(&class, "--- file Ada Lovelace_101_assignsubmission_file/a.py\n1\n");
	class_sheet(&class,
		"Identifierare,Fullst\xC3\xA4ndigt namn,Status,Betyg,Senast modifierat "
		"(inl\xC3\xA4mning)\n"
		"Deltagare101,Ada Lovelace,x,,\"m\xC3\xA5ndag, 5 oktober 2026, 23:59\"\n"
		"Deltagare102,Bob,x,,-\n");
	class.order.zone = "Europe/Stockholm";
	expect_class(&class,
		"moodle\n"
		"person 101 'Ada Lovelace' #101 line=2\n"
		"person 102 'Bob' #102 line=3\n"
		"received Ada Lovelace_101_assignsubmission_file of 'Ada Lovelace' for 101: a.py "
		"sheet=1791237540\n");
	class_sheet(&class, "Nr,Nom complet,Statut,Note,Remis\nParticipant 101,Ada "
			    "Lovelace,x,,lundi 5 octobre 2026 23:59\n");
	class.order.time_column = "remis";
	class.order.zone = "Europe/Paris";
	expect_class(&class,
		"moodle\n"
		"person 101 'Ada Lovelace' #101 line=2\n"
		"received Ada Lovelace_101_assignsubmission_file of 'Ada Lovelace' for 101: a.py "
		"sheet=1791237540\n");
	class.order.time_column = "absent";
	expect_class_error(&class, AS_ERROR_INPUT, "sheet.csv", 1,
		"has no column 'absent'; its columns are: Nr, Nom complet, Statut, Note, Remis");
}

Test(class, the_gradebook_of_canvas_is_a_roster)
{
	AUTO_CLASS class = class_begin();
	class_folder(&class, "--- file lovelaceada_501_9001_a.py\n1\n"
			     "--- file smithjonesanna_LATE_9_9002_a.py\n2\n");
	class_sheet(&class, "Student,ID,SIS User ID,SIS Login ID,Section,Coins (77)\n"
			    ",,,,,Manual Posting\n"
			    "    Points Possible,,,,,20.00\n"
			    "\"Lovelace, Ada\",501,S1,ada,01,\n"
			    "\"Smith-Jones, Anna\",502,,anna,01,\n"
			    "\"Student, Test\",503,,,01,\n");
	expect_class(&class,
		"canvas\n"
		"person S1 'Lovelace, Ada' #501 line=4\n"
		"person anna 'Smith-Jones, Anna' #502 line=5\n"
		"person 9 'smithjonesanna' #9\n"
		"received lovelaceada_501_9001 of 'lovelaceada' for S1: a.py\n"
		"received smithjonesanna_LATE_9_9002 of 'smithjonesanna' for 9: a.py late\n"
		"warning smithjonesanna_LATE_9_9002: belongs to nobody in the class: '9'\n"
		"warning smithjonesanna_LATE_9_9002: is late, but the time of the submission is "
		"unknown\n");
	class.order.roster = class.sheet;
	class.order.sheet = NULL;
	class_roster(&class, "id,name\na,Ada Lovelace\nb,Anna Smith-Jones\n");
	expect_class(&class,
		"canvas\n"
		"person a 'Ada Lovelace' #501 line=2\n"
		"person b 'Anna Smith-Jones' #9 line=3\n"
		"received lovelaceada_501_9001 of 'lovelaceada' for a: a.py\n"
		"received smithjonesanna_LATE_9_9002 of 'smithjonesanna' for b: a.py late\n"
		"warning smithjonesanna_LATE_9_9002: is late, but the time of the submission is "
		"unknown\n");
}

Test(class, a_time_of_a_group_is_reported_with_the_remedy)
{
	AUTO_CLASS class = class_begin();
	class_folder(&class, "--- file T1.py\n1\n");
	class_roster(&class, "id,group\nada,T1\nbob,T1\n");
	class_times(&class, "id,time\nt1,2026-10-05T10:00:00Z\nbob,2026-10-05T11:00:00Z\n");
	expect_class(&class, "files\n"
			     "person ada group=T1 line=2\n"
			     "person bob group=T1 line=3\n"
			     "received T1.py of 'T1' for ada bob: T1.py times=1791198000\n"
			     "warning times.csv:2: 't1' is a group; write the id of a member\n");
}

Test(class, a_list_of_times_counts_more)
{
	AUTO_CLASS class = class_begin();
	class_folder(&class, "--- file ada/attempt-1/a.py\n1\n"
			     "--- file ada/attempt-2/a.py\n2\n"
			     "--- file bob/a.py\n3\n"
			     "--- file roster.csv\nid\nada\n");
	class_times(&class,
		"id,time,attempt\nada,2026-10-05T10:00:00Z,2\nada,2026-10-05T12:00:00Z,1\n"
		"Bob,2026-10-05 12:00 "
		"+02:00,\nada,2026-10-05T10:00:00Z,\nada,2026-10-05T10:00:00Z,3\n"
		"eve,2026-10-05T10:00:00Z,\nbob,,\nbob,2026-10-05T09:00:00Z,\n");
	expect_class(&class,
		"folders\n"
		"person ada\n"
		"person bob\n"
		"received ada/attempt-2 of 'ada' for ada: a.py attempt=2 times=1791194400\n"
		"received ada/attempt-1 of 'ada' for ada: a.py attempt=1 times=1791201600\n"
		"received bob of 'bob' for bob: a.py times=1791194400\n"
		"left roster.csv: no-owner\n"
		"error times.csv:5: 'ada' handed in 2 times; name the attempt in a column attempt\n"
		"warning times.csv:6: 'ada' handed nothing in with this number\n"
		"warning times.csv:7: nobody in the class has the id 'eve'\n"
		"error times.csv:9: the time of 'bob' is also on line 4; keep one of the two "
		"lines\n");
	class_times(&class, "id,time\nada,05/10/2026 10:00\n");
	expect_class_error(&class, AS_ERROR_INPUT, "times.csv", 2,
		"the time '05/10/2026 10:00' may be day or month first; say which with --dates, or "
		"write the "
		"year "
		"first");
	class_times(&class, "id,time\nada,2026-10-05 10:00\n");
	expect_class_error(&class, AS_ERROR_INPUT, "times.csv", 2,
		"the time '2026-10-05 10:00' has no offset from UTC; name the time zone with "
		"--zone, or write "
		"it "
		"with an offset: 2026-10-05T23:59:00+02:00");
	class_times(&class, "id,time\nada,2026-10-05 10:00\nbob,2026-10-05T11:00Z\n"
			    "eve,2026-10-05 12:00\ndan,soon\n");
	expect_class_error(&class, AS_ERROR_INPUT, "times.csv", 2,
		"the time '2026-10-05 10:00' has no offset from UTC; name the time zone with "
		"--zone, or write "
		"it with an offset: 2026-10-05T23:59:00+02:00 (3 times cannot be read: lines 2, 4 "
		"and 5)");
	class_times(&class, "id,when\nada,2026\n");
	expect_class_error(&class, AS_ERROR_INPUT, "times.csv", 1,
		"has no column 'time'; its columns are: id, when");
}

/* The file may be lost, as after a time in a platform's sheet. */
Test(class, a_time_of_the_list_without_a_file_is_a_decision)
{
	AUTO_CLASS class = class_begin();
	class_folder(&class, "--- file ada/a.py\n1\n");
	class_roster(&class, "id\nada\nbob\ncem\n");
	class_times(&class, "id,time\nada,2026-10-05T10:00:00Z\nbob,2026-10-05T10:00:00Z\ncem,\n");
	expect_class(&class, "folders\n"
			     "person ada line=2\n"
			     "person bob line=3 doubted\n"
			     "person cem line=4\n"
			     "received ada of 'ada' for ada: a.py times=1791194400\n");
}

/* Opens the class, or fails. */
static struct as_submissions *open_class(const struct class *class)
{
	struct as_error error = {0};
	struct as_submissions *found = as_submissions_open(&class->order, &error);
	cr_assert_not_null(found, "%s: %s", error.where, error.text);
	return found;
}

static void expect_filled(const struct as_submissions *found, const char *column,
	const char *const *marks, const char *expected)
{
	AS_AUTO_BYTES struct as_bytes bytes = {0};
	struct as_error error = {0};
	cr_assert_eq(
		as_sheet_fill(found, column, marks, NULL, &bytes, &error), 0, "%s", error.text);
	cr_expect_str_eq(bytes.data, expected, "filled:\n%s", bytes.data);
}

/* A name that looks like a formula is escaped on export, and restored on import. */
Test(class, the_sheet_is_filled_for_an_import)
{
	AUTO_CLASS class = class_begin();
	class_folder(&class, "--- file Ada_101_assignsubmission_file/a.py\n1\n"
			     "--- file Zed_109_assignsubmission_file/a.py\n1\n");
	class_sheet(&class, MOODLE_HEADER "Participant 102,=Bob,,,x,3.00,20.00,-,\"a\nb\"\r\n"
					  "Participant 101,Ada,,,x,,20.00,-,\r\n");
	struct as_submissions *found = open_class(&class);
	const char *marks[3] = {NULL, "17.5", "1"};
	cr_expect_eq(found->persons[2].sheet_row, SIZE_MAX);
	expect_filled(found, NULL, marks,
		"\xef\xbb\xbfIdentifier,Full name,ID number,Email address,Status,Grade,Maximum "
		"grade,Last modified (submission),Feedback comments\r\n"
		"Participant 102,'=Bob,,,x,3.00,20.00,-,\"a\nb\"\r\n"
		"Participant 101,Ada,,,x,17.5,20.00,-,\r\n");
	as_submissions_close(found);
}

Test(class, two_rows_of_one_name_are_both_filled)
{
	AUTO_CLASS class = class_begin();
	class_folder(&class, "--- file ada.py\n1\n");
	class_sheet(&class, "Name,Grade\nKim Lee,\nAda,\nKim Lee,\n");
	struct as_submissions *found = open_class(&class);
	const char *const marks[] = {"1", "2", "3"};
	cr_assert_eq(found->person_count, 3);
	expect_filled(found, NULL, marks, "Name,Grade\nKim Lee,1\nAda,2\nKim Lee,3\n");
	as_submissions_close(found);
}

Test(class, the_gradebook_is_filled_though_a_spreadsheet_changed_it)
{
	AUTO_CLASS class = class_begin();
	class_folder(&class, "--- file lovelaceada_501_9001_a.py\n1\n");
	class_sheet(&class,
		"sep=;\nStudent;ID;SIS User ID;SIS Login ID;Section;Coins (77);Coins 2 (78);Final "
		"Score\n"
		"    Points Possible;;;;;20.00;5;(read only)\n"
		"\"Lovelace, Ada\";501;S1;ada;01;;;\n");
	struct as_submissions *found = open_class(&class);
	const char *const marks[] = {"-1"};
	struct as_error error = {0};
	AS_AUTO_BYTES struct as_bytes bytes = {0};
	expect_filled(found, "coins", marks,
		"Student,ID,SIS User ID,SIS Login ID,Section,Coins (77)\n"
		"\"    Points Possible\",,,,,20.00\n"
		"\"Lovelace, Ada\",501,S1,ada,01,-1\n");
	cr_expect_eq(as_sheet_fill(found, "Coin", marks, NULL, &bytes, &error), -1);
	cr_expect_str_eq(error.text,
		"has no column 'Coin'; its columns are: Student, ID, SIS User ID, "
		"SIS Login ID, Section, Coins (77), Coins 2 (78), Final Score");
	as_error_clear(&error);
	cr_expect_eq(as_sheet_fill(found, "Final Score", marks, NULL, &bytes, &error), -1);
	cr_expect_str_eq(error.text,
		"column 'Final Score' is read only on Canvas; name the column of "
		"the assignment");
	as_submissions_close(found);
}

/* The groups may be tutorials: a student who handed in nothing gets no mark of another student. */
Test(class, copies_are_one_submission_even_if_other_groups_are_not_teams)
{
	AUTO_CLASS class = class_begin();
	class_folder(&class, "--- file ada/a.py\nprint(1)\n--- file bob/a.py\nprint(1)\n"
			     "--- file eve/a.py\nprint(2)\n--- file joe/a.py\nprint(3)\n"
			     "--- file kim/a.py\nprint(4)\n");
	class_roster(&class, "id,group\nada,red\nbob,red\nsue,red\neve,blue\njoe,blue\nkim,blue\n");
	struct as_submissions *found = open_class(&class);
	cr_assert_eq(found->received_count, 4);
	for (size_t i = 0; i < found->received_count; i++)
		cr_expect_eq(found->received[i].member_count, i == 0 ? 2 : 1);
	for (size_t i = 0; i < found->person_count; i++)
		cr_expect_eq(found->persons[i].doubt == NULL, i < 2, "%s", found->persons[i].id);
	as_submissions_close(found);
}

Test(class, persons_and_their_submissions_are_found)
{
	AUTO_CLASS class = class_begin();
	class_folder(&class, "--- file ada/20261005T120000Z/a.py\n1\n"
			     "--- file ada/20261004T120000Z/a.py\n2\n"
			     "--- file ada/20261003T120000Z/a.py\n3\n");
	class_roster(&class, "id,group\nada,red\nbob,red\neve,\n");
	struct as_submissions *found = open_class(&class);
	size_t received[3];
	cr_expect_str_eq(found->persons[1].id, "bob");
	cr_expect_eq(as_submissions_of(found, 2, received), 0);
	cr_assert_eq(as_submissions_of(found, 1, received), 3);
	for (size_t i = 1; i < 3; i++)
		cr_expect_lt(found->received[received[i - 1]].time_s,
			found->received[received[i]].time_s);
	as_submissions_close(found);
}

/* By time, attempt 2 precedes 1. The time of attempt 3 is unknown, so the numbers give the
 * order of all attempts. */
Test(class, attempts_are_in_the_order_of_their_numbers_if_a_time_is_unknown)
{
	AUTO_CLASS class = class_begin();
	class_folder(&class, "--- file ada/attempt-1/a.py\n1\n--- file ada/attempt-2/a.py\n2\n"
			     "--- file ada/attempt-3/a.py\n3\n");
	class_times(&class,
		"id,time,attempt\nada,2026-10-05T12:00:00Z,1\nada,2026-10-05T10:00:00Z,2\n");
	struct as_submissions *found = open_class(&class);
	size_t received[3];
	cr_assert_eq(found->received_count, 3);
	cr_assert_eq(as_submissions_of(found, 0, received), 3);
	for (size_t i = 0; i < 3; i++) {
		cr_expect_eq(found->received[i].attempt, i + 1);
		cr_expect_eq(received[i], i);
	}
	cr_expect_eq(found->received[2].time_source, AS_TIME_UNKNOWN);
	as_submissions_close(found);
}
