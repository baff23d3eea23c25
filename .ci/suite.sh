# Sourced by `run` and `nightly`, from the root of the project.
# A test that lacks redis-server or chromium fails instead of being skipped.
export CI=true

# Runs a suite. Up to six files that fail run once more by themselves, because a test of processes
# and browsers can fail when the machine stalls. The log names them: each is a fault to be mended.
suite() {
  local report failed
  report=$(mktemp)
  npm run "$1" -- --reporter=default --reporter=json --outputFile.json="$report" && return
  failed=$(node .ci/failed-files.mjs "$report")
  echo "Failed, and run once more: $failed"
  # shellcheck disable=SC2086 -- one argument per file
  npx vitest run $failed
}
