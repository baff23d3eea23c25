import { afterAll, beforeAll, expect, it } from 'vitest';
import { newId } from '../../src/platform/ids.js';
import { type OlderDatabase, openOlderDatabase } from '../support/older-database.js';

const STORE = newId();
const BATCH = newId();
const VOIDED = { status: 'voided', void_reason: 'Ms. Writtendown left' };

let older: OlderDatabase;
beforeAll(async () => {
  older = await openOlderDatabase('0573');
  await older.query(
    `insert into single_events (stream_id, seq, id, store_id, event, data, occurred_at)
     values ($1, 1, $2, $1, 'transaction.voided', $3, now())`,
    [STORE, newId(), VOIDED],
  );
  await older.query(
    `insert into event_batches (stream_id, first_seq, last_seq, id, events)
     values ($1, 2, 4, $2, array[
       row($2, $1, 'T-001', 'transaction.updated', 'a', $3, now()),
       row($2, $1, 'T-001', 'refund.succeeded', 'b', '{"amount": "1.00"}', now()),
       row($2, $1, null, 'transaction.voided', 'c', $3, now())]::logged_event[])`,
    [STORE, BATCH, VOIDED],
  );
  await older.query(
    `insert into webhook_deliveries (id, endpoint_id, event_id, event, payload, status, created_at)
     values ($1, $1, $1, 'transaction.voided', $2, 'succeeded', now())`,
    [newId(), { event: 'transaction.voided', data: VOIDED }],
  );
  await older.upgrade();
});
afterAll(() => older.close());

it('takes the reasons of voids from events and deliveries of earlier releases', async () => {
  const events = await older.query(
    'select seq, id, terminal_id, event, subject_id, data from events order by seq',
  );
  expect(events).toEqual([
    expect.objectContaining({ seq: '1', event: 'transaction.voided', data: { status: 'voided' } }),
    {
      seq: '2',
      id: BATCH,
      terminal_id: 'T-001',
      event: 'transaction.updated',
      subject_id: 'a',
      data: { status: 'voided' },
    },
    expect.objectContaining({ seq: '3', subject_id: 'b', data: { amount: '1.00' } }),
    expect.objectContaining({ seq: '4', terminal_id: null, data: { status: 'voided' } }),
  ]);
  const [delivery] = await older.query('select payload from webhook_deliveries');
  expect(delivery.payload).toEqual({ event: 'transaction.voided', data: { status: 'voided' } });
});
