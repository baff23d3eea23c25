// Prints the test files that failed in a JSON report of Vitest; fails if there are none or many.
import { readFileSync } from 'node:fs';
import { relative } from 'node:path';

const MOST_FILES = 6;
const { testResults } = JSON.parse(readFileSync(process.argv[2], 'utf8'));
const failed = testResults.filter(file => file.status === 'failed');
if (failed.length === 0 || failed.length > MOST_FILES) {
  console.error(`${failed.length} test files failed: none is run again.`);
  process.exit(1);
}
console.log(failed.map(file => relative('.', file.name)).join(' '));
