#!/bin/sh
# SPDX-License-Identifier: MIT
# readme.sh SOURCE BUILD: follows README.md with the smallest package like a reader, then
# gives marks per test and a tolerance as it says.
set -eu
source=$1 build=$2
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
PATH=$build/bin:$PATH
if ! assay doctor >/dev/null 2>&1 && [ "${AS_TESTS_MUST_RUN-0}" != 1 ]; then
  echo "SKIPPED: this machine cannot open a sandbox"
  exit 77
fi
awk '/^```sh$/ { inside = 1; text = ""; next }
  /^```$/ { if (inside && text ~ /problem.yaml/) printf "%s", text; inside = 0 }
  inside { text = text $0 "\n" }' "$source/README.md" >smallest.sh
sh -eu smallest.sh | tee table
grep -q '^AC .* 1/1 .* sum/submissions/accepted/mine.py$' table
grep -q '^sum: verified, 0 errors, 3 warnings' table
for missing in data/sample statement input_validators; do
  grep -q "^  warning: .*$missing" table
done
awk '/^```yaml$/ { inside = 1; next } /^```$/ { inside = 0 } inside' "$source/README.md" >sum/data/secret/test_group.yaml
echo 'output_validator_args: [float_tolerance, "1e-6"]' >>sum/data/secret/test_group.yaml
echo 'type: scoring' >>sum/problem.yaml
echo "2 2" >sum/data/secret/2.in
echo "5" >sum/data/secret/2.ans
echo "print(sum(map(float, input().split())) + 1e-9)" >near.py
assay judge sum near.py | tee table
grep -q '^WA *50/100 .* 1/2 .* near.py$' table
