/* SPDX-License-Identifier: MIT */
/* Documents of `assay verify --json`: each is validated against docs/verify.schema.json, then
 * examined. */
#ifndef ASSAY_TESTS_VERIFICATIONS_H
#define ASSAY_TESTS_VERIFICATIONS_H

#include "packages.h"
#include "schemas.h"

#define SCHEMA ASSAY_SOURCE_DIR "/docs/verify.schema.json"

/* Uses a third of a second of CPU time. */
#define LONG_C                                                                                     \
	"#include <stdio.h>\n#include <time.h>\nint main(void){int a,b;scanf(\"%d%d\",&a,&b);"     \
	"while(clock()<CLOCKS_PER_SEC/3);printf(\"%d\\n\",a+b);}\n"

/* The only document of `assay verify --json`, which conforms to the schema. */
static inline json_t *document_of(const struct outcome *outcome)
{
	cr_assert_eq(schemas_hold(SCHEMA, &outcome->out), 1, "%s%s", outcome->out.data,
		outcome->err.data);
	json_t *document = json_loads(outcome->out.data, 0, NULL);
	cr_assert_not_null(document);
	return document;
}

static inline json_t *submission_of(json_t *document, const char *path)
{
	size_t index;
	json_t *item;
	json_array_foreach(json_object_get(document, "submissions"), index, item)
	{
		if (strcmp(json_string_value(json_object_get(item, "path")), path) == 0)
			return item;
	}
	cr_assert_fail("%s is not there", path);
	return NULL;
}

/* The finding of this level at this place that contains the text, or NULL. */
static inline json_t *find(json_t *document, const char *level, const char *where, const char *text)
{
	size_t index;
	json_t *item;
	json_array_foreach(json_object_get(document, "findings"), index, item)
	{
		if (strcmp(json_string_value(json_object_get(item, "level")), level) == 0 &&
			strcmp(json_string_value(json_object_get(item, "where")), where) == 0 &&
			strstr(json_string_value(json_object_get(item, "text")), text))
			return item;
	}
	return NULL;
}

#define EXPECT_FINDING(document, level, where, text)                                               \
	do {                                                                                       \
		AS_AUTO_FREE char *all_ =                                                          \
			json_dumps(json_object_get(document, "findings"), JSON_INDENT(1));         \
		cr_expect_not_null(find(document, level, where, text), "no %s \"%s\" at %s in %s", \
			level, text, where, all_);                                                 \
	} while (0)

static inline bool is_ok(json_t *object)
{
	return json_is_true(json_object_get(object, "ok"));
}

static inline int64_t limit_of(json_t *document)
{
	return json_integer_value(json_object_get(document, "time_limit_ns"));
}

#define WRONG_C "#include <stdio.h>\nint main(void){puts(\"3\");}\n"

/* The sum package in good state: a statement, a validator, two submissions. */
static inline void put_verified_package(void)
{
	put_sum_package(2);
	put("sum/statement/problem.en.md", "Add them.\n");
	put("sum/submissions/accepted/right.c", SUM_C);
	put("sum/submissions/wrong_answer/wrong.c", WRONG_C);
}

#endif
