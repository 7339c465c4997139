/* SPDX-License-Identifier: MIT */
/* Exports of each platform, as folders and as archives. */
#include "grade/class_case.h"

Test(layouts, moodle_with_folders)
{
	AUTO_CLASS class = class_begin();
	class_folder(&class,
		"--- file Ada Lovelace_101_assignsubmission_file/coins.py\nprint(1)\n"
		"--- file Bob Ross_102_assignsubmission_file_/sub/coins.py\nprint(2)\n"
		"--- file Bob Ross_102_assignsubmission_file_/sub/util.py\nx = 1\n"
		"--- file Bob Ross_102_assignsubmission_onlinetext/onlinetext.html\n<p>hi</p>\n"
		"--- file Zo%c3%ab "
		"O'Neil_103_assignsubmission_file/a_102_assignsubmission_file_.py\n1\n");
	expect_class(&class,
		"moodle\n"
		"person 101 'Ada Lovelace' #101\n"
		"person 102 'Bob Ross' #102\n"
		"person 103 'Zo\xC3\xAB O'Neil' #103\n"
		"received Ada Lovelace_101_assignsubmission_file of 'Ada Lovelace' for 101: "
		"coins.py\n"
		"received Bob Ross_102_assignsubmission_file_ of 'Bob Ross' for 102: coins.py "
		"util.py\n"
		"received Zo\xC3\xAB O'Neil_103_assignsubmission_file of 'Zo\xC3\xAB O'Neil' for "
		"103: a_102_assignsubmission_file_.py\n"
		"left Bob Ross_102_assignsubmission_onlinetext/onlinetext.html: text-entry\n");
}

Test(layouts, moodle_in_one_folder)
{
	AUTO_CLASS class = class_begin();
	class_zip(&class,
		"--- file Ada%20Lovelace_101_assignsubmission_file_coins.py\nprint(1)\n"
		"--- file Ada%20Lovelace_101_assignsubmission_file_util.py\nx = 1\n"
		"--- file Ada%20Lovelace_101_assignsubmission_onlinetext_onlinetext.html\nx\n"
		"--- file Participant_102_assignsubmission_file_coins.py\nprint(2)\n");
	expect_class(&class,
		"moodle\n"
		"person 101 'Ada Lovelace' #101\n"
		"person 102 'Participant' #102\n"
		"received Ada Lovelace_101_assignsubmission_file of 'Ada Lovelace' for 101: "
		"coins.py "
		"util.py\n"
		"received Participant_102_assignsubmission_file of 'Participant' for 102: "
		"coins.py\n"
		"left Ada Lovelace_101_assignsubmission_onlinetext_onlinetext.html: text-entry\n");
}

Test(layouts, moodle_in_a_folder_of_an_archive)
{
	AUTO_CLASS class = class_begin();
	class_zip(&class, "--- folder CS101-coins-77\n"
			  "--- file CS101-coins-77/Ada_1_assignsubmission_file/a.py\nprint(1)\n"
			  "--- file __MACOSX/CS101-coins-77/._x\nx\n"
			  "--- file CS101-coins-77/.DS_Store\nx\n"
			  "--- file CS101-coins-77/notes.txt\nx\n");
	expect_class(&class,
		"moodle\n"
		"person 1 'Ada' #1\n"
		"received CS101-coins-77/Ada_1_assignsubmission_file of 'Ada' for 1: a.py\n"
		"left CS101-coins-77/.DS_Store: system\n"
		"left CS101-coins-77/notes.txt: no-owner\n"
		"left __MACOSX/CS101-coins-77/._x: system\n");
}

Test(layouts, canvas)
{
	AUTO_CLASS class = class_begin();
	class_folder(&class, "--- file lovelaceada_501_9001_coins.py\nprint(1)\n"
			     "--- file lovelaceada_501_9002_util-1.py\nx = 1\n"
			     "--- file rossbob_LATE_502_9003_my_1_2_coins.py\nprint(2)\n"
			     "--- file poejo_503_text.html\n<p>x</p>\n"
			     "--- file anon_Ab3xY_9004_coins.py\nprint(3)\n"
			     "--- file LATE_anon_Cd4zW_9005_coins.py\nprint(4)\n"
			     "--- file anon_Ef5vU_text.html\n<p>y</p>\n"
			     "--- file late_504_9006_coins.py\nprint(5)\n");
	expect_class(&class,
		"canvas\n"
		"person Cd4zW #Cd4zW\n"
		"person Ab3xY #Ab3xY\n"
		"person Ef5vU #Ef5vU\n"
		"person 504 'late' #504\n"
		"person 501 'lovelaceada' #501\n"
		"person 503 'poejo' #503\n"
		"person 502 'rossbob' #502\n"
		"received LATE_anon_Cd4zW_9005 of 'Cd4zW' for Cd4zW: coins.py late\n"
		"received anon_Ab3xY_9004 of 'Ab3xY' for Ab3xY: coins.py\n"
		"received anon_Ef5vU of 'Ef5vU' for Ef5vU:\n"
		"received late_504_9006 of 'late' for 504: coins.py\n"
		"received lovelaceada_501_9001 of 'lovelaceada' for 501: coins.py util.py\n"
		"received poejo_503 of 'poejo' for 503:\n"
		"received rossbob_LATE_502_9003 of 'rossbob' for 502: my_1_2_coins.py late\n"
		"left anon_Ef5vU_text.html: text-entry\n"
		"left poejo_503_text.html: text-entry\n"
		"warning export: is an anonymous export of Canvas: its ids ('Cd4zW') are not "
		"names, and the marks cannot be filled into a gradebook with names\n"
		"warning anon_Ef5vU: nothing in this submission can be judged\n"
		"info lovelaceada_501_9001: the file 'util-1.py' is judged as 'util.py'\n"
		"warning poejo_503: nothing in this submission can be judged\n"
		"warning LATE_anon_Cd4zW_9005: is late, but the time of the submission is unknown\n"
		"warning rossbob_LATE_502_9003: is late, but the time of the submission is "
		"unknown\n");
}

/* A student chooses the name of a file, and so could have made the export another platform's. */
Test(layouts, a_name_that_a_student_chose_does_not_change_the_platform)
{
	AUTO_CLASS class = class_begin();
	class_folder(&class,
		"--- file malloryeve_501_9001_a.py\nprint(1)\n"
		"--- file malloryeve_501_9002_rossbob_502_assignsubmission_file_b.py\n2\n"
		"--- file rossbob_502_9003_a.py\nprint(3)\n");
	expect_class(&class, "canvas\n"
			     "person 501 'malloryeve' #501\n"
			     "person 502 'rossbob' #502\n"
			     "received malloryeve_501_9001 of 'malloryeve' for 501: a.py "
			     "rossbob_502_assignsubmission_file_b.py\n"
			     "received rossbob_502_9003 of 'rossbob' for 502: a.py\n");
	AUTO_CLASS moodle = class_begin();
	class_zip(&moodle,
		"--- file Eve%20Mallory_501_assignsubmission_file_a_1_2_b.py\nprint(1)\n"
		"--- file Eve%20Mallory_501_assignsubmission_file_rossbob_502_3_b.py\nprint(1)\n"
		"--- file Bob%20Ross_502_assignsubmission_file_a.py\nprint(2)\n");
	expect_class(&moodle, "moodle\n"
			      "person 502 'Bob Ross' #502\n"
			      "person 501 'Eve Mallory' #501\n"
			      "received Bob Ross_502_assignsubmission_file of 'Bob Ross' for 502: "
			      "a.py\n"
			      "received Eve Mallory_501_assignsubmission_file of 'Eve Mallory' for "
			      "501: a_1_2_b.py rossbob_502_3_b.py\n");
}

/* One student has more files than the rest of the class. */
Test(layouts, a_student_does_not_make_a_class_a_download_of_another_platform)
{
	static const char *const names[] = {"x_attempt_2026-10-05-23-11-00.py",
		"HW1/Version 1/a.py", "a(b)/Submission attachment(s)/a.py"};

	for (size_t i = 0; i < sizeof(names) / sizeof(*names); i++) {
		char files[1024] = "--- file bob/a.py\n1\n--- file cy/a.py\n1\n";
		for (char digit = '1'; digit <= '9'; digit++) {
			snprintf(files + strlen(files), sizeof(files) - strlen(files),
				"--- file eve/%c%s\n1\n", digit, names[i]);
		}
		AUTO_CLASS class = class_begin();
		class_folder(&class, files);
		struct as_error error = {0};
		struct as_submissions *submissions = as_submissions_open(&class.order, &error);
		cr_assert_not_null(submissions, "%s: %s", error.where, error.text);
		cr_expect_eq(submissions->layout, AS_LAYOUT_FOLDERS);
		as_submissions_close(submissions);
	}
}

/* Canvas with anonymous grading: the ids are all that is known. */
Test(layouts, anonymous_submissions_of_canvas_have_one_student_for_each_id)
{
	AUTO_CLASS class = class_begin();
	class_folder(&class, "--- file anon_4xK2p_900_sum.py\nprint(1)\n"
			     "--- file anon_4xK2p_901_util.py\nx = 1\n"
			     "--- file anon_4xk2P_902_sum.py\nprint(2)\n"
			     "--- file anon_9yy2p_LATE_903_12_sum.py\nprint(3)\n"
			     "--- file anon_7aa_LATE_904_Main.java\nclass Main {}\n"
			     "--- file anon_5bb_text.html\n<p>x</p>\n");
	expect_class(&class,
		"canvas\n"
		"person 4xK2p #4xK2p\n"
		"person 4xk2P #4xk2P\n"
		"person 5bb #5bb\n"
		"person 7aa #7aa\n"
		"person 9yy2p #9yy2p\n"
		"received anon_4xK2p_900 of '4xK2p' for 4xK2p: sum.py util.py\n"
		"received anon_4xk2P_902 of '4xk2P' for 4xk2P: sum.py\n"
		"received anon_5bb of '5bb' for 5bb:\n"
		"received anon_7aa_LATE_904 of '7aa' for 7aa: Main.java late\n"
		"received anon_9yy2p_LATE_903_12 of '9yy2p' for 9yy2p: sum.py late\n"
		"left anon_5bb_text.html: text-entry\n"
		"warning export: is an anonymous export of Canvas: its ids ('4xK2p') are not "
		"names, and the marks cannot be filled into a gradebook with names\n"
		"warning anon_5bb: nothing in this submission can be judged\n"
		"warning anon_7aa_LATE_904: is late, but the time of the submission is unknown\n"
		"warning anon_9yy2p_LATE_903_12: is late, but the time of the submission is "
		"unknown\n");
}

/* Otherwise each student of the gradebook would have handed in nothing. */
Test(layouts, an_anonymous_export_is_not_matched_with_a_gradebook)
{
	AUTO_CLASS class = class_begin();
	class_folder(&class, "--- file anon_4xK2p_900_sum.py\nprint(1)\n");
	class_sheet(&class, "Student,ID,SIS Login ID,Section,HW 1 (7)\n"
			    "\"Lovelace, Ada\",501,al,A,\n");
	expect_class_error(&class, AS_ERROR_INPUT, "export", 0,
		"is an anonymous export of Canvas: its ids ('4xK2p') are not names, and are not in "
		"the gradebook; export again without anonymous grading, or run without --fill and "
		"--roster "
		"to get marks by these ids");
}

Test(layouts, a_list_may_have_the_ids_of_an_anonymous_export)
{
	AUTO_CLASS class = class_begin();
	class_folder(&class, "--- file anon_4xK2p_900_sum.py\nprint(1)\n");
	class_roster(&class, "id,name\n4xK2p,Ada\nbob,Bob\n");
	expect_class(&class, "canvas\n"
			     "person 4xK2p 'Ada' #4xK2p line=2\n"
			     "person bob 'Bob' line=3\n"
			     "received anon_4xK2p_900 of '4xK2p' for 4xK2p: sum.py\n");
}

/* The platform's own file is a text; what the teacher puts beside it is the student's. */
Test(layouts, files_beside_typed_texts_are_submissions)
{
	AUTO_CLASS class = class_begin();
	class_folder(&class,
		"--- file Ada_1_assignsubmission_onlinetext/onlinetext.html\n<p>x</p>\n"
		"--- file Ada_1_assignsubmission_onlinetext/main.py\nprint(1)\n"
		"--- file Bob_2_assignsubmission_onlinetext_/Texteingabe.html\n<p>x</p>\n"
		"--- file Bob_2_assignsubmission_onlinetext_/src/main.py\nprint(1)\n"
		"--- file Eve_3_assignsubmission_comments/comments.html\n<p>x</p>\n"
		"--- file Eve_3_assignsubmission_comments/main.py\nprint(1)\n"
		"--- file Joe_4_assignsubmission_onlinetext.html\n<p>x</p>\n"
		"--- file Sue_5_assignsubmission_onlinetext_onlinetext.html\n<p>x</p>\n"
		"--- file Sue_5_assignsubmission_onlinetext_main.py\nprint(1)\n"
		"--- file Tim_6_assignsubmission_file/onlinetext.html\n<p>x</p>\n");
	expect_class(&class,
		"moodle\n"
		"person 1 'Ada' #1\n"
		"person 2 'Bob' #2\n"
		"person 3 'Eve' #3\n"
		"person 4 'Joe' #4\n"
		"person 5 'Sue' #5\n"
		"person 6 'Tim' #6\n"
		"received Ada_1_assignsubmission_onlinetext of 'Ada' for 1: main.py\n"
		"received Bob_2_assignsubmission_onlinetext_ of 'Bob' for 2: main.py\n"
		"received Eve_3_assignsubmission_comments of 'Eve' for 3: main.py\n"
		"received Joe_4_assignsubmission_onlinetext of 'Joe' for 4:\n"
		"received Sue_5_assignsubmission_onlinetext of 'Sue' for 5: main.py\n"
		"received Tim_6_assignsubmission_file of 'Tim' for 6: onlinetext.html\n"
		"left Ada_1_assignsubmission_onlinetext/onlinetext.html: text-entry\n"
		"left Bob_2_assignsubmission_onlinetext_/Texteingabe.html: text-entry\n"
		"left Eve_3_assignsubmission_comments/comments.html: text-entry\n"
		"left Joe_4_assignsubmission_onlinetext.html: text-entry\n"
		"left Sue_5_assignsubmission_onlinetext_onlinetext.html: text-entry\n"
		"warning Joe_4_assignsubmission_onlinetext: nothing in this submission can be "
		"judged\n");
}

Test(layouts, a_file_beside_a_text_of_canvas_is_a_submission)
{
	AUTO_CLASS class = class_begin();
	class_folder(&class, "--- file lovelaceada_501_9001_coins.py\nprint(1)\n"
			     "--- file poejo_503_text.html\n<p>x</p>\n"
			     "--- file poejo_503_coins.py\nprint(2)\n"
			     "--- file rossbob_LATE_504_coins.py\nprint(2)\n"
			     "--- file rossbob_LATE_504_text.html\n<p>x</p>\n"
			     "--- file yeats_505_9005_coins.py\nprint(2)\n");
	expect_class(&class,
		"canvas\n"
		"person 501 'lovelaceada' #501\n"
		"person 503 'poejo' #503\n"
		"person 504 'rossbob' #504\n"
		"person 505 'yeats' #505\n"
		"received lovelaceada_501_9001 of 'lovelaceada' for 501: coins.py\n"
		"received poejo_503 of 'poejo' for 503: coins.py\n"
		"received rossbob_LATE_504 of 'rossbob' for 504: coins.py late\n"
		"received yeats_505_9005 of 'yeats' for 505: coins.py\n"
		"left poejo_503_text.html: text-entry\n"
		"left rossbob_LATE_504_text.html: text-entry\n"
		"warning rossbob_LATE_504: is late, but the time of the submission is unknown\n");
}

Test(layouts, gradescope)
{
	AUTO_CLASS class = class_begin();
	class_zip(&class, "--- file assignment_9_export/submission_metadata.yml\n"
			  "---\n"
			  "submission_11:\n"
			  "  :submitters:\n"
			  "  - :name: Ada Lovelace\n"
			  "    :sid: '0042'\n"
			  "    :email: ada@uni.example\n"
			  "  :created_at: 2026-10-05 21:34:00.861687000 Z\n"
			  "  :score: 2.0\n"
			  "  :results:\n"
			  "    tests:\n"
			  "    - output: 'quoted\n"
			  "        :sid: 7\n"
			  "\n"
			  "'\n"
			  "      name: !ruby/object:X\n"
			  "  :history:\n"
			  "  - :id: 1\n"
			  "    :created_at: 2026-10-04 21:34:00 Z\n"
			  "...\n"
			  "submission_12:\n"
			  "  :submitters:\n"
			  "  - :name: Bob\n"
			  "    :sid: 43\n"
			  "  - :name: Eve\n"
			  "    :email: eve@uni.example\n"
			  "submission_13:\n"
			  "  :submitters: []\n"
			  "--- file assignment_9_export/submission_11/coins.py\nprint(1)\n"
			  "--- file assignment_9_export/submission_12/coins.py\nprint(2)\n"
			  "--- file assignment_9_export/submission_13/coins.py\nprint(3)\n"
			  "--- file assignment_9_export/submission_14/coins.py\nprint(4)\n");
	expect_class(&class,
		"gradescope\n"
		"person 0042 'Ada Lovelace' ada@uni.example\n"
		"person 43 'Bob'\n"
		"person eve@uni.example 'Eve' eve@uni.example\n"
		"received assignment_9_export/submission_11 of 'Ada Lovelace' for 0042: coins.py "
		"export=1791236040\n"
		"received assignment_9_export/submission_12 of 'Bob' for 43 eve@uni.example: "
		"coins.py\n"
		"received assignment_9_export/submission_13 of 'submission_13' for: coins.py\n"
		"received assignment_9_export/submission_14 of 'submission_14' for: coins.py\n"
		"left assignment_9_export/submission_metadata.yml: sheet\n"
		"error assignment_9_export/submission_13: the platform's metadata does not say "
		"to whom it belongs\n"
		"error assignment_9_export/submission_14: the platform's metadata does not say "
		"to whom it belongs\n");
}

Test(layouts, folders_and_files_of_a_plain_class)
{
	AUTO_CLASS class = class_begin();
	class_folder(&class, "--- file ada/main.py\nprint(1)\n"
			     "--- file ada-b/src/main.py\nprint(2)\n"
			     "--- file ada-b/src/util.py\nx = 2\n"
			     "--- folder eve\n"
			     "--- file joe.py\nprint(3)\n"
			     "--- file README.md\nread me\n");
	expect_class(&class, "folders\n"
			     "person ada-b\n"
			     "person ada\n"
			     "person eve\n"
			     "person joe\n"
			     "received ada-b of 'ada-b' for ada-b: main.py util.py\n"
			     "received ada of 'ada' for ada: main.py\n"
			     "received eve of 'eve' for eve:\n"
			     "received joe.py of 'joe' for joe: joe.py\n"
			     "left README.md: no-owner\n"
			     "warning eve: nothing in this submission can be judged\n");
}

Test(layouts, files_of_a_plain_class)
{
	AUTO_CLASS class = class_begin();
	class_folder(&class, "--- file ada.py\nprint(1)\n"
			     "--- file bob.py.txt\nprint(2)\n"
			     "--- file \xD0\x9C\xD0\xB8\xD1\x88\xD0\xB0.py\nprint(3)\n"
			     "--- file eve.cpp\nint main() {}\n"
			     "--- file eve.h\nint x;\n"
			     "--- file readme.md\nread me\n");
	expect_class(&class,
		"files\n"
		"person ada\n"
		"person bob\n"
		"person eve\n"
		"person \xD0\x9C\xD0\xB8\xD1\x88\xD0\xB0\n"
		"received ada.py of 'ada' for ada: ada.py\n"
		"received bob.py.txt of 'bob' for bob: bob.py\n"
		"received eve.cpp of 'eve' for eve: eve.cpp eve.h\n"
		"received \xD0\x9C\xD0\xB8\xD1\x88\xD0\xB0.py of "
		"'\xD0\x9C\xD0\xB8\xD1\x88\xD0\xB0' for \xD0\x9C\xD0\xB8\xD1\x88\xD0\xB0: "
		"\xD0\x9C\xD0\xB8\xD1\x88\xD0\xB0.py\n"
		"left readme.md: no-owner\n"
		"info bob.py.txt: the file 'bob.py.txt' is judged as 'bob.py'\n");
}

Test(layouts, attempts_have_folders)
{
	AUTO_CLASS class = class_begin();
	class_folder(&class, "--- file ada/attempt-10/a.py\nprint(10)\n"
			     "--- file ada/attempt-9/a.py\nprint(9)\n"
			     "--- file ada/.DS_Store\nx\n"
			     "--- file bob/2026-10-05T23:59:00+02:00/a.py\nprint(1)\n"
			     "--- file bob/20261004T120000Z/a.py\nprint(2)\n"
			     "--- file eve/attempt-1/a.py\nprint(1)\n"
			     "--- file eve/other/a.py\nprint(2)\n");
	expect_class(&class,
		"folders\n"
		"person ada\n"
		"person bob\n"
		"person eve\n"
		"received ada/attempt-9 of 'ada' for ada: a.py attempt=9\n"
		"received ada/attempt-10 of 'ada' for ada: a.py attempt=10\n"
		"received bob/20261004T120000Z of 'bob' for bob: a.py export=1791115200\n"
		"received bob/2026-10-05T23:59:00+02:00 of 'bob' for bob: a.py export=1791237540\n"
		"received eve of 'eve' for eve: attempt-1/a.py other/a.py\n"
		"left ada/.DS_Store: system\n"
		"info export: the names of folders are the times of 2 submissions, such as "
		"'bob/2026-10-05T23:59:00+02:00'; if students chose these names, give the times "
		"with "
		"--times\n");
}

/* A student can make such a folder. */
Test(layouts, the_time_of_the_sheet_counts_before_that_of_a_folder)
{
	AUTO_CLASS class = class_begin();
	class_folder(&class, "--- file 7/2026-10-01T10:00:00Z/a.py\n1\n"
			     "--- file 8/2026-10-01T10:00:00Z/a.py\n1\n");
	class_sheet(&class, "Identifier,Full name,ID number,Last modified (submission)\n"
			    "Participant 1,Ada Lovelace,7,2026-10-09T10:00:00Z\n"
			    "Participant 2,Bob Ross,8,-\n");
	expect_class(&class,
		"folders\n"
		"person 7 'Ada Lovelace' #1 line=2\n"
		"person 8 'Bob Ross' #2 line=3\n"
		"received 7/2026-10-01T10:00:00Z of '7' for 7: a.py sheet=1791540000\n"
		"received 8/2026-10-01T10:00:00Z of '8' for 8: a.py export=1790848800\n"
		"info export: the names of folders are the times of 1 submission, such as "
		"'8/2026-10-01T10:00:00Z'; if students chose these names, give the times with "
		"--times\n");
}

/* In an archive without UTF-8, or on purpose. */
Test(layouts, attempts_of_a_name_that_is_not_text_are_of_one_person)
{
	AUTO_CLASS class = class_begin();
	class_folder(&class, "--- file Zo%eb%1b/attempt-1/a.py\nprint(1)\n"
			     "--- file Zo%eb%1b/attempt-2/a.py\nprint(2)\n");
	expect_class(&class, "folders\n"
			     "person Zo\\xEB\\x1B\n"
			     "received Zo\\xEB\\x1B/attempt-1 of 'Zo\\xEB\\x1B' for "
			     "Zo\\xEB\\x1B: a.py attempt=1\n"
			     "received Zo\\xEB\\x1B/attempt-2 of 'Zo\\xEB\\x1B' for "
			     "Zo\\xEB\\x1B: a.py attempt=2\n");
}

Test(layouts, the_only_folder_of_an_archive_is_the_class)
{
	AUTO_CLASS class = class_begin();
	class_zip(&class, "--- file .x\nx\n"
			  "--- file homework/ada/a.py\n1\n"
			  "--- file homework/bob/a.py\n2\n");
	expect_class(&class,
		"folders\n"
		"person ada\n"
		"person bob\n"
		"received homework/ada of 'ada' for ada: a.py\n"
		"received homework/bob of 'bob' for bob: a.py\n"
		"left .x: system\n"
		"info export.zip: everything is in the folder 'homework', which is taken for the "
		"class\n");
}

Test(layouts, the_only_folder_of_an_archive_may_be_a_person)
{
	AUTO_CLASS class = class_begin();
	class_zip(&class, "--- file ada/a.py\n1\n--- file ada/b.py\n2\n");
	class_roster(&class, "id\nada\nbob\n");
	expect_class(&class, "folders\n"
			     "person ada line=2\n"
			     "person bob line=3\n"
			     "received ada of 'ada' for ada: a.py b.py\n");
}

/* ILIAS packs "EXERCISE/Abgaben/STUDENT". */
Test(layouts, folders_around_the_class_are_entered)
{
#define EVERYTHING_IN(place, folder)                                                               \
	"info " place ": everything is in the folder '" folder "', which is taken for the class\n"
#define EXPECT_ADA(class, place, folder)                                                           \
	expect_class(class,                                                                        \
		"folders\n"                                                                        \
		"person ada1 'Ada Lovelace' line=2\n"                                              \
		"person bob 'Bob Hope' line=3\n"                                                   \
		"received " folder "/Lovelace_Ada_ada1_345 of "                                    \
		"'Lovelace_Ada_ada1_345' for ada1: a.py\n" EVERYTHING_IN(place, folder))
	AUTO_CLASS class = class_begin();
	class_roster(&class, "id,name\nada1,Ada Lovelace\nbob,Bob Hope\n");
	class_zip(&class, "--- file Blatt%201/Abgaben/Lovelace_Ada_ada1_345/a.py\n1\n");
	EXPECT_ADA(&class, "export.zip", "Blatt 1/Abgaben");
	class_folder(&class, "--- file Abgaben/Lovelace_Ada_ada1_345/a.py\n1\n");
	EXPECT_ADA(&class, "export", "Abgaben");
	AUTO_CLASS deep = class_begin();
	class_roster(&deep, "id,name\nada1,Ada Lovelace\nbob,Bob Hope\n");
	class_folder(&deep, "--- file a/b/c/d/Lovelace_Ada_ada1_345/a.py\n1\n");
	EXPECT_ADA(&deep, "export", "a/b/c/d");
	AUTO_CLASS files = class_begin();
	class_roster(&files, "id\nada\n");
	class_zip(&files, "--- file a/b/ada.py\n1\n--- file a/b/README.md\n1\n");
	expect_class(&files, "files\nperson ada line=2\n"
			     "received a/b/ada.py of 'ada' for ada: ada.py\n"
			     "left a/b/README.md: no-owner\n" EVERYTHING_IN("export.zip", "a/b"));
	AUTO_CLASS moodle = class_begin();
	class_zip(&moodle, "--- file a/b/Ada_102_assignsubmission_file/a.py\n1\n");
	expect_class(&moodle, "moodle\nperson 102 'Ada' #102\nreceived "
			      "a/b/Ada_102_assignsubmission_file of 'Ada' for 102: a.py\n");
}

/* The only student who hands in may hand in folders. */
Test(layouts, folders_of_the_only_student_are_not_around_the_class)
{
	AUTO_CLASS class = class_begin();
	class_roster(&class, "id\nada\nbob\n");
	class_zip(&class, "--- file homework/ada/src/bob/a.py\n1\n");
	expect_class(&class, "folders\nperson ada line=2\nperson bob line=3\n"
			     "received homework/ada of 'ada' for ada: a.py\n" EVERYTHING_IN(
				     "export.zip", "homework"));
	class.order.roster = NULL;
	expect_class(&class, "folders\nperson ada\n"
			     "received homework/ada of 'ada' for ada: a.py\n" EVERYTHING_IN(
				     "export.zip", "homework"));
}

/* Otherwise the only student who handed in could give submissions and times to others. */
Test(layouts, the_folder_of_the_only_student_is_not_the_export_of_a_platform)
{
	AUTO_CLASS class = class_begin();
	class_zip(&class, "--- file ada/Bob%20Ross_102_assignsubmission_file/a.py\n1\n");
	class_roster(&class, "id,name\nada,Ada Lovelace\nbob,Bob Ross\n");
	expect_class(&class, "folders\n"
			     "person ada 'Ada Lovelace' line=2\n"
			     "person bob 'Bob Ross' line=3\n"
			     "received ada of 'ada' for ada: a.py\n");
	AUTO_CLASS other = class_begin();
	class_folder(&other, "--- file ada/submission_metadata.yml\n"
			     "submission_1:\n"
			     "  :submitters:\n"
			     "  - :sid: bob\n"
			     "  :created_at: 2026-10-01 10:00:00 Z\n"
			     "--- file ada/submission_1/a.py\n1\n");
	class_roster(&other, "id\nada\nbob\n");
	expect_class(&other, "folders\n"
			     "person ada line=2\n"
			     "person bob line=3\n"
			     "received ada of 'ada' for ada: submission_1/a.py "
			     "submission_metadata.yml\n");
}

Test(layouts, the_folder_of_the_only_student_or_group_may_have_its_name)
{
	AUTO_CLASS class = class_begin();
	class_zip(&class, "--- file Lovelace,%20Ada/bob/a.py\n1\n");
	class_roster(&class, "id,name\n1,Ada Lovelace\nbob,Bob Ross\n");
	expect_class(&class, "folders\n"
			     "person 1 'Ada Lovelace' line=2\n"
			     "person bob 'Bob Ross' line=3\n"
			     "received Lovelace, Ada of 'Lovelace, Ada' for 1: a.py\n");
	AUTO_CLASS team = class_begin();
	class_zip(&team, "--- file team-a/bob/a.py\n1\n");
	class_roster(&team, "id,group\nada,Team A\nbob,Team B\n");
	expect_class(&team, "folders\n"
			    "person ada group=Team A line=2\n"
			    "person bob group=Team B line=3\n"
			    "received team-a of 'team-a' for ada: a.py\n");
}

Test(layouts, a_given_layout_is_used)
{
	AUTO_CLASS class = class_begin();
	/* Two persons' files look like Canvas' pattern by chance. */
	class_folder(&class, "--- file a_1_2_x.py\n1\n--- file b_3_4_x.py\n2\n");
	class.order.layout = AS_LAYOUT_FILES;
	expect_class(&class, "files\n"
			     "person a_1_2_x\n"
			     "person b_3_4_x\n"
			     "received a_1_2_x.py of 'a_1_2_x' for a_1_2_x: a_1_2_x.py\n"
			     "received b_3_4_x.py of 'b_3_4_x' for b_3_4_x: b_3_4_x.py\n");
}

Test(layouts, malformed_metadata_is_reported_with_its_line)
{
	AUTO_CLASS class = class_begin();
	class_folder(&class, "--- file submission_metadata.yml\n"
			     "submission_1:\n"
			     "  :results: {\n"
			     "  :submitters:\n"
			     "  - :sid: [1\n"
			     "submission_2:\n"
			     "--- file submission_1/a.py\n1\n");
	struct as_error error = {0};
	cr_expect_null(as_submissions_open(&class.order, &error));
	cr_expect_eq(error.kind, AS_ERROR_INPUT);
	cr_expect_str_eq(error.where, "submission_metadata.yml");
	cr_expect_eq(error.line, 5, "line %u: %s", error.line, error.text);
}

Test(layouts, reading_ends_when_it_is_cancelled)
{
	AUTO_CLASS class = class_begin();
	atomic_bool cancel = true;
	class_folder(&class, "--- file ada.py\n1\n");
	class.order.cancel = &cancel;
	struct as_error error = {0};
	cr_expect_null(as_submissions_open(&class.order, &error));
	cr_expect_eq(error.kind, AS_ERROR_INTERNAL);
	cr_expect_str_eq(error.text, "interrupted");
}

#define REFUSED(name)                                                                              \
	"looks like a download of " name ", whose layout is not supported; put the files of each " \
	"student into a folder named by the id (several attempts: ID/attempt-1, ID/attempt-2), "   \
	"or "                                                                                      \
	"use --layout=folders or --layout=files to read it as it is"

static void expect_foreign(const char *files, const char *text)
{
	AUTO_CLASS class = class_begin();
	class_folder(&class, files);
	expect_class_error(&class, AS_ERROR_INPUT, "export", 0, text);
}

Test(layouts, other_platforms_are_named_with_what_to_do)
{
	expect_foreign("--- file HW1_ada1_attempt_2026-10-05-23-11-00.txt\nName\n"
		       "--- file HW1_ada1_attempt_2026-10-05-23-11-00_sum.py\n1\n"
		       "--- file HW1_bob2_attempt_2026-10-05-20-11-00_sum.py\n2\n",
		REFUSED("Blackboard"));
	expect_foreign("--- file top/HW1_ada1_attempt_2026-10-05-23-11-00_sum.py\n1\n",
		REFUSED("Blackboard"));
	expect_foreign("--- file 111-222 - Ada Lovelace - Oct 5, 2026 1111 PM/sum.py\n1\n"
		       "--- file index.html\n<p>\n",
		REFUSED("Brightspace (D2L)"));
	expect_foreign("--- file top/111-222 - Ada Lovelace - Oct 5, 2026 1111 PM/sum.py\n1\n"
		       "--- file top/111-223 - Bob - Oct 5, 2026 1112 PM/sum.py\n1\n"
		       "--- file top/index.html\n<p>\n",
		REFUSED("Brightspace (D2L)"));
	expect_foreign(
		"--- file Ada Lovelace/HW1/Version 1/sum.py\n1\n", REFUSED("Microsoft Teams"));
	expect_foreign("--- file Lovelace, Ada(ada1)/Submission attachment(s)/sum.py\n1\n"
		       "--- file Lovelace, Ada(ada1)/timestamp.txt\n2026\n",
		REFUSED("Sakai"));
	expect_foreign("--- file ada@x.org_1_sum.c\n1\n--- file ada@x.org_2_sum.c\n2\n",
		REFUSED("Autolab"));
	/* By its numbers alone this name could be Canvas'. */
	expect_foreign("--- file ada@x.org_3_1_2_sum.c\n1\n", REFUSED("Autolab"));
	expect_foreign("--- file ada@x.org_1_addNumbers_1_1_123456_sum.py\n1\n"
		       "--- file rob@x.org_1_addNumbers_1_1_123457_sum.py\n2\n",
		REFUSED("PrairieLearn"));
	expect_foreign("--- file Lovelace, Ada - 12/Revision 1 - On time/sum.py\n1\n",
		REFUSED("Schoology"));
	expect_foreign("--- file ada/1/S.java\n1\n--- file ada/2/S.java\n2\n"
		       "--- file ada/user_assignment_settings.json\n{}\n",
		REFUSED("Submitty"));
	expect_foreign("--- file Ada L 12 ada/2026-10-05-23-11-00/S.java\n1\n",
		REFUSED("VPL (Virtual Programming Lab)"));
	expect_foreign("--- file Anna Muster - sum.py\n1\n--- file Ben B - sum.py\n1\n",
		REFUSED("Google Classroom"));
	expect_foreign("--- file Sheet 1/Anna Muster - sum.py\n1\n"
		       "--- file Sheet 1/Ben B - sum (1).py\n1\n",
		REFUSED("Google Classroom"));
}

/* Students hand in websites, too. */
Test(layouts, a_page_named_index_is_no_platform)
{
	AUTO_CLASS class = class_begin();
	class_folder(&class, "--- file ada/index.html\n<p>\n");
	expect_class(&class, "folders\n"
			     "person ada\n"
			     "received ada of 'ada' for ada: index.html\n");
}

Test(layouts, tags_of_ruby_in_older_metadata_are_read_over)
{
	AUTO_CLASS class = class_begin();
	class_folder(&class, "--- file submission_metadata.yml\n---\n"
			     "submission_1:\n"
			     "  :submitters:\n"
			     "  - :name: Ada\n"
			     "    :sid: '1'\n"
			     "  :created_at: !ruby/object:ActiveSupport::TimeWithZone\n"
			     "    utc: 2026-10-05 21:34:00.861687000 Z\n"
			     "    time: 2026-10-05 21:34:00.861687000 Z\n"
			     "--- file submission_1/a.py\nprint(1)\n");
	expect_class(&class, "gradescope\n"
			     "person 1 'Ada'\n"
			     "received submission_1 of 'Ada' for 1: a.py export=1791236040\n"
			     "left submission_metadata.yml: sheet\n");
}
