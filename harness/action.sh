#!/usr/bin/env bash
# What action.yml runs: `action.sh run` and `action.sh gate`, with its inputs in the environment.
# The exit status is that of the harness.
set -euo pipefail

harness=${HARNESS:-groundspec-harness}
summary=${GITHUB_STEP_SUMMARY:-/dev/null}
eval "command=(${COMMAND:-})" # words as a shell reads them: it is a command line

run_vectors() {
  local options=(--format json -o "$REPORT" --jobs "$JOBS" --timeout "$TIMEOUT")
  local expression status=0
  if [ -n "$KNOWN_FAILURES" ]; then
    options+=(--known-failures "$KNOWN_FAILURES")
  fi
  while IFS= read -r expression; do
    if [ -n "$expression" ]; then
      options+=(-k "$expression")
    fi
  done <<<"$SELECT"
  "$harness" run "${options[@]}" -- "${command[@]}" || status=$?
  case $status in
  0 | 1 | 3) # there is a report
    "$harness" report "$REPORT"
    "$harness" report "$REPORT" --format github
    "$harness" report "$REPORT" --format markdown >>"$summary"
    ;;
  esac
  return "$status"
}

judge_change() {
  local arguments=("$BASE") page status=0
  page=$(mktemp)
  if [ -n "$HEAD" ]; then
    arguments+=("$HEAD")
  fi
  arguments+=(--allow "$ALLOW" --timeout "$TIMEOUT" --format markdown -o "$page")
  if [ -n "$WAIVERS" ]; then
    arguments+=(--waivers "$WAIVERS")
  fi
  if [ "$REPLAY" = true ]; then
    if [ -n "$KNOWN_FAILURES" ]; then
      arguments+=(--known-failures "$KNOWN_FAILURES")
    fi
    arguments+=(-- "${command[@]}")
  fi
  "$harness" gate "${arguments[@]}" || status=$?
  cat "$page"
  cat "$page" >>"$summary"
  rm -f "$page"
  return "$status"
}

case ${1:-} in
run) run_vectors ;;
gate) judge_change ;;
*)
  echo "action.sh: run or gate, not '${1:-}'" >&2
  exit 2
  ;;
esac
