import { expect, test } from 'vitest';
import { connect } from '../../src/platform/database/connect.js';
import { recordStatement } from '../../src/platform/database/record-statement.js';
import { createLog } from '../../src/platform/log.js';
import { cloneDatabase } from '../support/service.js';

type Fields = { id: number; at: Date; tags: string[]; note: string | null };

test('turns the fields of a record into numbered parameters, each sent once', async () => {
  const database = await cloneDatabase();
  const { db, close } = connect(database.url, { poolSize: 1, log: createLog('silent') });
  try {
    const echo = recordStatement<Fields, Record<string, unknown>>(
      $ => `select ${$('note')}::text as note, ${$('id')}::int as id, ${$('at')}::timestamptz as at,
        ${$('id')}::int + 1 as next, ${$('tags')}::jsonb as tags`,
    );
    const at = new Date('2026-01-02T03:04:05.678Z');
    const [row] = await echo(db, { id: 7, at, tags: ['a', 'b'], note: null });
    expect(row).toEqual({ id: 7, next: 8, at, tags: ['a', 'b'], note: null });
  } finally {
    await close();
    await database.drop();
  }
});
