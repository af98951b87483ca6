#!/bin/sh
# Tests engines with passant: the step of GitHub Actions (action.yml beside this file) and the job of GitLab
# (crates/passant/ci/gitlab.yml, which has a copy that a test compares).
#
# What to do comes in environment variables, and is never part of a command that a shell reads. Lists have one entry per
# line. action.yml says what each variable means; those that are not set are empty.
set -euf
newline='
'

fail() {
    echo "error: $1" >&2
    exit 2
}

# Installs a published version where nothing else is, and puts it first in PATH.
install_passant() {
    folder=$(mktemp -d) || return
    trap 'rm -rf "$folder"' EXIT
    case ${PASSANT_INSTALLER:-pip} in
        pip)
            python=python3
            command -v python3 > /dev/null || python=python
            # The programs of the environment are in Scripts on Windows.
            "$python" -m venv "$folder" && PATH=$folder/bin:$folder/Scripts:$PATH &&
                python -m pip install --quiet --disable-pip-version-check --only-binary :all: "passant-cli==$PASSANT_VERSION"
            ;;
        npm)
            PATH=$folder/node_modules/.bin:$PATH
            npm install --silent --ignore-scripts --prefix "$folder" "passant-cli@$PASSANT_VERSION"
            ;;
        cargo)
            PATH=$folder/bin:$PATH
            cargo install passant --quiet --locked --version "=$PASSANT_VERSION" --root "$folder"
            ;;
        *) fail 'installer: expected pip, npm or cargo' ;;
    esac
}

[ -n "${PASSANT_ENGINE:-}" ] || fail 'engine: expected the command of an engine'
report=${PASSANT_REPORT:-passant-report}
case $report in
    .* | -* | *[!0-9A-Za-z._-]*) fail 'report: expected a name of letters, digits, dots, hyphens and underscores' ;;
esac
passant=${PASSANT_PROGRAM:-passant}
if [ -n "${PASSANT_VERSION:-}" ]; then
    case $PASSANT_VERSION in
        *[!0-9A-Za-z.+-]*) fail 'version: expected a version such as 1.2.3' ;;
    esac
    install_passant || fail "passant $PASSANT_VERSION could not be installed"
    passant=passant
fi
command -v "$passant" > /dev/null || fail 'passant is not installed: say which version to install, or where the program is'

# The lines of a form of a web page end as those of Windows do. Between two ends is an empty entry.
IFS=$newline$(printf '\r')
set -- --report="$report/report.json" --junit="$report/junit.xml" --html="$report/check.html"
for name in ${PASSANT_SUITE:-}; do [ -z "$name" ] || set -- "$@" --suite="$name"; done
for name in ${PASSANT_CLASS:-}; do [ -z "$name" ] || set -- "$@" --class="$name"; done
[ -z "${PASSANT_EXPECTED:-}" ] || set -- "$@" --expected="$PASSANT_EXPECTED"
for argument in ${PASSANT_ARGUMENTS:-}; do [ -z "$argument" ] || set -- "$@" "$argument"; done
for engine in $PASSANT_ENGINE; do [ -z "$engine" ] || set -- "$@" "$engine"; done

mkdir -p "$report"
# What an earlier check has left is not the result of this one.
rm -f "$report/report.json" "$report/junit.xml" "$report/badge.json" "$report/check.html" "$report/matrix.html"
code=0
"$passant" check "$@" || code=$?
if [ -n "${GITHUB_OUTPUT:-}" ]; then
    printf 'exit-code=%s\nreport=%s\n' "$code" "$report" >> "$GITHUB_OUTPUT"
fi
if [ -f "$report/report.json" ]; then
    "$passant" badge "$report/report.json" -o "$report/badge.json"
    "$passant" matrix "$report/report.json" -o "$report/matrix.html"
fi
exit "$code"
