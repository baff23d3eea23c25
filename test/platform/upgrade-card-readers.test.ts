import { afterAll, beforeAll, expect, it } from 'vitest';
import { type OlderDatabase, openOlderDatabase } from '../support/older-database.js';

/** The migration that gives devices the id of a card reader. */
const FIRST = '0344';
const id = (n: number): string => `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`;
const [NORTH, SOUTH] = [id(1), id(2)];

let older: OlderDatabase;
beforeAll(async () => {
  older = await openOlderDatabase(FIRST);
  await older.query(
    `insert into stores (id, code, name, language)
     values ($1, 'NORTH', 'North', 'en'), ($2, 'SOUTH', 'South', 'de')`,
    [NORTH, SOUTH],
  );
  await older.query(
    `insert into terminals (id, store_id, name, reader_id)
     values ('T-1', $1, 'One', 'tmr_1'), ('T-2', $2, 'Two', 'tmr_2'), ('T-3', $1, 'Three', null)`,
    [NORTH, SOUTH],
  );
  await older.query(
    `insert into terminal_devices (id, store_id, terminal_id, kind, name, connection, is_active)
     values ($2, $1, 'T-1', 'card_reader', 'Old', 'processor', false),
            ($3, $1, 'T-1', 'card_reader', 'First', 'processor', true),
            ($4, $1, 'T-1', 'card_reader', 'Second', 'processor', true),
            ($5, $1, 'T-3', 'card_reader', 'Label', 'processor', true)`,
    [NORTH, id(11), id(12), id(13), id(14)],
  );
  await older.upgrade();
});
afterAll(() => older.close());

it('gives the reader of a till to its first device, or makes one in the language of the store', async () => {
  expect(
    await older.query(
      `select terminal_id, name, reader_id, is_active from terminal_devices
       order by terminal_id, reader_id nulls last, name`,
    ),
  ).toEqual([
    { terminal_id: 'T-1', name: 'First', reader_id: 'tmr_1', is_active: true },
    { terminal_id: 'T-1', name: 'Old', reader_id: null, is_active: false },
    { terminal_id: 'T-1', name: 'Second', reader_id: null, is_active: true },
    { terminal_id: 'T-2', name: 'Kartenlesegerät', reader_id: 'tmr_2', is_active: true },
    { terminal_id: 'T-3', name: 'Label', reader_id: null, is_active: true },
  ]);
  expect(await older.query('select id, reader_id from terminals order by id')).toEqual([
    { id: 'T-1', reader_id: 'tmr_1' },
    { id: 'T-2', reader_id: 'tmr_2' },
    { id: 'T-3', reader_id: null },
  ]);
});
