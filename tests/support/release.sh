#!/bin/sh
# SPDX-License-Identifier: MIT
# release.sh SOURCE: tools/make-release finds one version everywhere, and makes the same archive in every time zone and with every umask.
set -eu
cd "$1"
if [ ! -e .git ]; then
  echo "SKIPPED: no clone"
  exit 77
fi
work=$(mktemp -d)
trap 'rm -rf "${work:?}"' EXIT
for folder in one two; do
  mkdir "$work/$folder"
  echo bundled >"$work/$folder/assay-bundle_$(sed -n 's/^project(assay VERSION \([0-9.]*\) .*/\1/p' CMakeLists.txt)_amd64.tar.gz"
done
tools/make-release "$work/one"
(umask 027 && TZ=Pacific/Auckland tools/make-release "$work/two")
diff -r "$work/one" "$work/two"
cd "$work/one"
sha256sum --check SHA256SUMS
grep -q '  assay-bundle_' SHA256SUMS
name=$(basename ./assay-[0-9]*.tar.gz .tar.gz)
tar -xzf "$name.tar.gz"
[ -x "$name/check" ] && grep -q "^## ${name#assay-} (20" "$name/CHANGELOG.md"
