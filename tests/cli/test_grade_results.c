/* SPDX-License-Identifier: MIT */
/* The files of assay grade for other programs: results for Gradescope, JUnit's XML. */
#include "support/packages.h"

TestSuite(grade_results, .init = enter_folder, .fini = leave_folder, .timeout = 600);

#define GRADE(...)                                                                                 \
	ASSAY("grade", "scheme.yaml", "class", "-o", "out", "-j1", "--reruns=0", __VA_ARGS__)

#define HOSTILE_PY "print('</testcase>]]><script>\\x1b[31m&\\ufffe')\n"
#define CHECK_PY                                                                                   \
	"import json, xml.etree.ElementTree as tree\n"                                             \
	"root = tree.parse('out/junit.xml').getroot()\n"                                           \
	"cases = [(c.get('classname'), c.get('name')) for c in root.iter('testcase')]\n"           \
	"assert len(cases) == len(set(cases)) == 8, cases\n"                                       \
	"assert root.get('tests') == '8' and root.get('failures') == '4', root.attrib\n"           \
	"results = json.load(open('out/gradescope/eve.json'))\n"                                   \
	"assert results['score'] == 0, results\n"                                                  \
	"assert results['tests'][0]['max_score'] == 6, results\n"                                  \
	"assert {t['status'] for t in results['tests'][1:]} == {'failed'}, results\n"              \
	"assert 'script' not in json.dumps(results['tests'][2:]), results\n"

#define GRADESCOPE_SCHEME                                                                          \
	"package: sum\ndue: 2020-10-05T23:59:00Z\nfeedback: all\nitems:\n"                         \
	"  - {id: open, tests: ['sample/*'], points: 2.3}\n"                                       \
	"  - {id: rest, tests: ['secret/*'], points: 4, partial: per_test, needs: [open],\n"       \
	"    visibility: after_due_date}\n"                                                        \
	"  - {id: words, tests: ['sample/*'], points: 1, feedback: verdicts,\n"                    \
	"    visibility: after_published}\n"                                                       \
	"  - {id: style, points: 2, manual: true, visibility: hidden}\n"
/* Gradescope's own description of the file: names, types and values. */
#define CONTRACT_PY                                                                                \
	"import glob, json, re\n"                                                                  \
	"formats = {'text', 'html', 'simple_format', 'md', 'ansi'}\n"                              \
	"stages = {'hidden', 'after_due_date', 'after_published', 'visible'}\n"                    \
	"number, either = (int, float), (str,)\n"                                                  \
	"top = {'score': number, 'execution_time': number, 'output': either,\n"                    \
	"    'output_format': formats, 'test_output_format': formats, 'visibility': stages,\n"     \
	"    'test_name_format': formats, 'stdout_visibility': stages, 'extra_data': (dict,),\n"   \
	"    'tests': (list,), 'leaderboard': (list,)}\n"                                          \
	"test = {'score': number, 'max_score': number, 'status': {'passed', 'failed'},\n"          \
	"    'name': either, 'name_format': formats, 'number': either, 'output': either,\n"        \
	"    'output_format': formats, 'tags': (list,), 'visibility': stages,\n"                   \
	"    'extra_data': (dict,)}\n"                                                             \
	"def check(value, keys):\n"                                                                \
	"    for key, one in value.items():\n"                                                     \
	"        kind = keys[key]\n"                                                               \
	"        good = one in kind if type(kind) is set else type(one) in kind\n"                 \
	"        assert good, (key, one)\n"                                                        \
	"for name in glob.glob('out/gradescope/*.json'):\n"                                        \
	"    document = json.load(open(name))\n"                                                   \
	"    check(document, top)\n"                                                               \
	"    assert 'score' in document and document['tests'], name\n"                             \
	"    for each in document['tests']:\n"                                                     \
	"        check(each, test)\n"                                                              \
	"        assert re.fullmatch(r'[0-9]+(\\.[0-9]+)?', each['number']), each\n"               \
	"        assert each.get('score', 0) <= each.get('max_score', 0), each\n"                  \
	"        stage = ['visible', 'after_due_date', 'after_published', 'hidden']\n"             \
	"        assert each['visibility'] == stage[int(each['number'][0]) - 1], each\n"
#define CHECK_GRADESCOPE_PY                                                                        \
	"import json\n"                                                                            \
	"def of(who):\n"                                                                           \
	"    text = open(f'out/gradescope/{who}.json').read()\n"                                   \
	"    assert '2.29' not in text and '\"max_score\": 2.3,' in text, text\n"                  \
	"    return {t['number']: t for t in json.loads(text)['tests']}\n"                         \
	"ann, eve, cem, dan = of('ann'), of('eve'), of('cem'), of('dan')\n"                        \
	"assert [*dan] == ['1', '1.1', '2', '2.1', '2.2', '3', '3.1', '4'], dan\n"                 \
	"assert dan['2']['score'] == 4 and dan['2'].get('output') is None, dan\n"                  \
	"assert [*ann] == ['1', '1.1', '2', '2.1', '2.2', '3', '3.1', '4'], ann\n"                 \
	"assert ann['4']['output'] == 'first\\nsecond', ann\n"                                     \
	"assert ann['1'].get('output') is None, ann\n"                                             \
	"assert [*eve] == ['1', '1.1', '2', '3', '3.1', '4'], eve\n"                               \
	"assert eve['1.1']['output'].startswith('WA: '), eve\n"                                    \
	"assert 'an earlier failure' in eve['2']['output'], eve\n"                                 \
	"assert eve['3.1']['output'] == 'WA', eve\n"                                               \
	"assert eve['4']['score'] == 0 and eve['4'].get('output') is None, eve\n"                  \
	"assert [*cem] == ['1', '2', '3', '4'], cem\n"                                             \
	"assert 'could not be compiled.\\n' in cem['1']['output'], cem\n"                          \
	"assert 'undeclared' in cem['1']['output'], cem\n"

Test(grade_results, results_for_gradescope_show_no_more_than_a_page)
{
	put_sum_package(2);
	put("scheme.yaml", GRADESCOPE_SCHEME);
	put("class/ann.py", SUM_PY);
	put("class/eve.py", "print('x')\n");
	put("class/cem.c", "int main(void) { return x; }\n");
	/* The item that needs the failed one has all of its points. */
	put("class/dan.py", "a, b = map(int, input().split())\nprint(a + b if b != 2 else 0)\n");
	AUTO_OUTCOME first = GRADE("--cores=0");
	EXPECT_STATUS(first, 0);
	/* Gradescope requires a score, so there are no results before the mark is complete. */
	cr_expect_neq(faccessat(here_fd, "out/gradescope/eve.json", F_OK, 0), 0);
	put("out/manual.csv", "id,style,style comment\nann,2,\"first\nsecond\"\n"
			      "eve,0,\ncem,0,\ndan,0,\n");
	AUTO_OUTCOME outcome = GRADE("--cores=0");
	EXPECT_STATUS(outcome, 0);
	AUTO_OUTCOME checked = command_run(
		(const char *const[]){"/usr/bin/python3", "-c", CHECK_GRADESCOPE_PY, NULL});
	EXPECT_STATUS(checked, 0);
	cr_expect_str_eq(checked.err.data, "");
	AUTO_OUTCOME contract =
		command_run((const char *const[]){"/usr/bin/python3", "-c", CONTRACT_PY, NULL});
	EXPECT_STATUS(contract, 0);
	cr_expect_str_eq(contract.err.data, "");
}

/* A validator's message for the team, if the scheme shows the test. */
#define TELLING_C                                                                                  \
	"#include <stdio.h>\n"                                                                     \
	"int main(int count, char **arguments)\n"                                                  \
	"{\n"                                                                                      \
	"	char path[4096];\n"                                                                      \
	"	snprintf(path, sizeof(path), \"%steammessage.txt\", arguments[count > 3 ? 3 : "          \
	"0]);\n"                                                                                   \
	"	FILE *file = fopen(path, \"w\");\n"                                                      \
	"	fputs(\"the sum is off by one\\n\", file);\n"                                            \
	"	return fclose(file) ? 1 : 43;\n"                                                         \
	"}\n"
#define CHECK_MESSAGES_PY                                                                          \
	"import json\n"                                                                            \
	"tests = json.load(open('out/gradescope/ann.json'))['tests']\n"                            \
	"said = {t['number']: t['output'] for t in tests if 'output' in t}\n"                      \
	"assert said == {'1.1': 'WA\\nthe sum is off by one', '1.2': 'WA', '2.1': 'WA',\n"         \
	"    '2.2': 'WA'}, said\n"

Test(grade_results, results_for_gradescope_have_the_messages_that_a_page_shows)
{
	put_sum_package(2);
	put("sum/output_validator/check.c", TELLING_C);
	put("scheme.yaml",
		"package: sum\nitems:\n"
		"  - {id: first, tests: ['secret/*'], points: 4, feedback: first_failure}\n"
		"  - {id: words, tests: ['secret/*'], points: 1, feedback: verdicts}\n");
	put("class/ann.py", SUM_PY);
	AUTO_OUTCOME outcome = GRADE("--cores=0");
	EXPECT_STATUS(outcome, 0);
	AUTO_OUTCOME checked = command_run(
		(const char *const[]){"/usr/bin/python3", "-c", CHECK_MESSAGES_PY, NULL});
	EXPECT_STATUS(checked, 0);
	cr_expect_str_eq(checked.err.data, "");
}

#define CHECK_SKIPPED_PY                                                                           \
	"import xml.etree.ElementTree as tree\n"                                                   \
	"root = tree.parse('out/junit.xml').getroot()\n"                                           \
	"suites = {s.get('name'): s for s in root.iter('testsuite')}\n"                            \
	"for who in ('bob', 'cem'):\n"                                                             \
	"    assert suites[who].get('failures') == '0', who\n"                                     \
	"    said = {c.find('skipped').get('message') for c in suites[who].iter('testcase')}\n"    \
	"    assert len(said) == 1 and ('archive' in said.pop()) == (who == 'bob'), said\n"        \
	"    assert suites[who].get('skipped') == suites[who].get('tests'), who\n"                 \
	"assert suites['ann'].get('failures') == suites['ann'].get('tests') != '0'\n"

Test(grade_results, what_a_person_has_to_decide_is_skipped_in_junit)
{
	put_sum_package(2);
	put("scheme.yaml", "package: sum\nitems:\n  - {id: tests, points: 6}\n");
	put("class/ann/a.c", "int main(void) { return x; }\n");
	put("class/bob/sum.rar", "Rar!");
	put("class/cem/a.py", SUM_PY);
	put("class/cem/b.py", SUM_PY);
	AUTO_OUTCOME outcome = GRADE("--cores=0");
	EXPECT_STATUS(outcome, 0);
	AUTO_OUTCOME checked = command_run(
		(const char *const[]){"/usr/bin/python3", "-c", CHECK_SKIPPED_PY, NULL});
	EXPECT_STATUS(checked, 0);
	cr_expect_str_eq(checked.err.data, "");
}

Test(grade_results, results_for_other_programs_are_well_formed_whatever_was_printed)
{
	put_sum_package(3);
	put("scheme.yaml", "package: sum\nitems:\n  - {id: tests, points: 6, partial: per_test}\n");
	put("class/ann.py", SUM_PY);
	put("class/eve.py", HOSTILE_PY);
	AUTO_OUTCOME outcome = GRADE("--cores=0");
	EXPECT_STATUS(outcome, 0);
	AUTO_OUTCOME checked =
		command_run((const char *const[]){"/usr/bin/python3", "-c", CHECK_PY, NULL});
	EXPECT_STATUS(checked, 0);
}
