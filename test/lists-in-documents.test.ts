import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { work } from '../src/app.js';

const read = (path: string): string => readFileSync(new URL(`../${path}`, import.meta.url), 'utf8');

/** The cells of the rows of the table with these headings. */
function tableOf(document: string, headings: string): string[][] {
  const [, after] = document.split(`| ${headings} |\n`);
  const rows = after?.split('\n\n')[0]?.split('\n').slice(1) ?? [];
  return rows.map(row =>
    row
      .split('|')
      .slice(1, -1)
      .map(cell => cell.trim()),
  );
}

const NUMBERS = 'ten eleven twelve thirteen fourteen fifteen sixteen'.split(' ');

describe('the list of queues', () => {
  const queues = work.queues.map(({ name, table, exclusive = false }) => ({
    name: `\`${name}\``,
    table,
    exclusive,
  }));
  const byName = (a: { name: string }, b: { name: string }) => (a.name < b.name ? -1 : 1);

  it('of ARCHITECTURE.md has each queue and says which run on the leader', () => {
    const document = read('ARCHITECTURE.md');
    const rows = tableOf(document, 'Queue | A row is | Runs on').map(
      ([name = '', , where = '']) => ({
        name,
        exclusive: where.startsWith('the leader'),
      }),
    );
    const expected = queues.map(({ name, exclusive }) => ({ name, exclusive }));
    expect(rows.sort(byName)).toEqual(expected.sort(byName));
    const number = NUMBERS[queues.length - 10] ?? '';
    expect(document.toLowerCase()).toContain(`\n${number} tables are queues.`);
  });

  it('of docs/operations.md has each queue with its table, those of the leader last', () => {
    const document = read('docs/operations.md');
    const headings =
      'Queue | Table | Lease | Attempts | What else shows a parked row or retries it';
    const rows = tableOf(document, headings).map(([name = '', table = '']) => ({ name, table }));
    const expected = queues.map(({ name, table }) => ({ name, table }));
    expect([...rows].sort(byName)).toEqual(expected.sort(byName));
    const alone = queues.filter(({ exclusive }) => exclusive).map(({ name }) => name);
    expect(new Set(rows.slice(-alone.length).map(({ name }) => name))).toEqual(new Set(alone));
    expect(alone).toHaveLength(5);
    expect(document).toContain('The last five run on one node at a time');
  });
});

it('the list of decisions has each file with its title, and the next number', () => {
  const list = read('docs/decisions/README.md');
  const files = readdirSync(new URL('../docs/decisions/', import.meta.url)).filter(name =>
    /^\d{4}-/.test(name),
  );
  const listed = [...list.matchAll(/^- \[(\d+\. .+)\]\((.+)\)$/gm)].map(([, title, file]) => ({
    title,
    file,
  }));
  const expected = files.map(file => ({
    title: /^# (.+)/.exec(read(`docs/decisions/${file}`))?.[1],
    file,
  }));
  const byFile = (a: { file?: string }, b: { file?: string }) =>
    (a.file ?? '') < (b.file ?? '') ? -1 : 1;
  expect(listed.sort(byFile)).toEqual(expected.sort(byFile));
  const last = Math.max(...files.map(name => Number(name.slice(0, 4))));
  expect(list).toContain(`The next number is ${last + 1}.`);
});
