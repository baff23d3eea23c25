import { afterAll, beforeAll, expect, it } from 'vitest';
import { type OlderDatabase, openOlderDatabase } from '../support/older-database.js';

let older: OlderDatabase;
const query: OlderDatabase['query'] = (...args) => older.query(...args);

beforeAll(async () => {
  older = await openOlderDatabase('0455');
  await query(`insert into till_journal_heads (terminal_id, counter) values ('T-001', 7)`);
  await older.upgrade();
});
afterAll(() => older.close());

it('notes for each till with a journal since when it enters every sale', async () => {
  await query(`insert into till_journal_heads (terminal_id) values ('T-002')`);
  const rows = await query(
    `select terminal_id, counter, sales_since > now() - interval '1 hour' as is_recent
     from till_journal_heads order by terminal_id`,
  );
  expect(rows).toEqual([
    { terminal_id: 'T-001', counter: 7, is_recent: true },
    { terminal_id: 'T-002', counter: 0, is_recent: null },
  ]);
});
