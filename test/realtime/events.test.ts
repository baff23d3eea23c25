import { afterAll, beforeAll, expect, test } from 'vitest';
import { atomically } from '../../src/platform/database/tx.js';
import { record } from '../../src/platform/work/events/outbox.js';
import { lastSeq } from '../../src/platform/work/events/repository.js';
import { AIRPORT_ID, DOWNTOWN_ID } from '../../src/seed/data.js';
import { openShop, type Shop } from '../support/service.js';
import { asManager, atTill, commitEvent, listen, range, sampleEvent } from './listener.js';

let shop: Shop;
beforeAll(async () => {
  shop = await openShop();
  await listen(shop);
});
afterAll(() => shop.close());

const numbers = (events: { data: Record<string, unknown> }[]) => events.map(({ data }) => data.n);

test('greets a till with the position of its store', async () => {
  const till = await atTill(shop, 'T-001', await shop.tillToken());
  expect(await till.hello()).toEqual({
    type: 'hello',
    store_id: DOWNTOWN_ID,
    last_seq: await lastSeq(shop.platform.db, DOWNTOWN_ID),
  });
  await till.close();
});

test('does not disclose how a sale was paid, so that a drawer is counted blind', async () => {
  const till = await atTill(shop, 'T-001', await shop.tillToken());
  const { last_seq } = await till.hello();
  const paid = { payment_method: 'cash', change_due: '7.50' };
  await commitEvent(
    shop,
    sampleEvent(1, { event: 'transaction.completed', data: { n: 1, ...paid } }),
  );
  expect((await till.frame('event')).data).toEqual({ n: 1 });
  till.send({ type: 'resume', after_seq: last_seq });
  expect((await till.frame('event')).data).toEqual({ n: 1 });
  await till.close();
});

test('sends committed events to the till and the manager', async () => {
  const till = await atTill(shop, 'T-001', await shop.tillToken());
  const manager = await asManager(shop, DOWNTOWN_ID, await shop.officeToken());
  const { last_seq } = await till.hello();
  await manager.hello();
  await commitEvent(
    shop,
    sampleEvent(1, {
      event: 'transaction.completed',
      terminalId: 'T-002',
      data: { transaction_id: 'TXN-20260101-ABCDEF12', total_amount: '12.50' },
    }),
  );
  const received = await till.frame('event');
  expect(received).toEqual({
    type: 'event',
    id: expect.stringMatching(/^[0-9a-f]{8}-[0-9a-f]{4}-7/),
    seq: last_seq + 1,
    event: 'transaction.completed',
    store_id: DOWNTOWN_ID,
    terminal_id: 'T-002',
    occurred_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
    data: { transaction_id: 'TXN-20260101-ABCDEF12', total_amount: '12.50' },
  });
  expect(await manager.frame('event')).toEqual(received);
  await Promise.all([till.close(), manager.close()]);
});

test('sends events of the whole chain to every store', async () => {
  const downtown = await atTill(shop, 'T-001', await shop.tillToken());
  const airport = await asManager(shop, AIRPORT_ID, await shop.officeToken());
  const [here, there] = [await downtown.hello(), await airport.hello()];
  await commitEvent(shop, sampleEvent(7, { storeId: null }));
  const received = [await downtown.frame('event'), await airport.frame('event')];
  expect(received.map(({ store_id, seq, data }) => ({ store_id, seq, data }))).toEqual([
    { store_id: DOWNTOWN_ID, seq: here.last_seq + 1, data: { n: 7 } },
    { store_id: AIRPORT_ID, seq: there.last_seq + 1, data: { n: 7 } },
  ]);
  await Promise.all([downtown.close(), airport.close()]);
});

test('sends nothing of a rolled back transaction', async () => {
  const till = await atTill(shop, 'T-001', await shop.tillToken());
  const { last_seq } = await till.hello();
  await expect(
    atomically(shop.platform.db, async tx => {
      await record(tx, sampleEvent(1));
      throw new Error('the drawer jammed');
    }),
  ).rejects.toThrow('the drawer jammed');
  await commitEvent(shop, sampleEvent(2));
  await till.upTo(last_seq + 1);
  expect(numbers(till.events)).toEqual([2]);
  await till.close();
});

test('gives events that are not live no sequence number of the store', async () => {
  const till = await atTill(shop, 'T-001', await shop.tillToken());
  const { last_seq } = await till.hello();
  await commitEvent(
    shop,
    sampleEvent(1),
    sampleEvent(2, { event: 'store.saved', live: false }),
    sampleEvent(3),
  );
  await till.upTo(last_seq + 2);
  expect(till.seqs).toEqual([last_seq + 1, last_seq + 2]);
  expect(numbers(till.events)).toEqual([1, 3]);
  await till.close();
});

test('sends a store no events of another', async () => {
  const downtown = await asManager(shop, DOWNTOWN_ID, await shop.officeToken());
  const airport = await asManager(shop, AIRPORT_ID, await shop.officeToken());
  const [here, there] = [await downtown.hello(), await airport.hello()];
  await commitEvent(
    shop,
    sampleEvent(1, { storeId: AIRPORT_ID }),
    sampleEvent(2),
    sampleEvent(3, { storeId: AIRPORT_ID }),
  );
  await downtown.upTo(here.last_seq + 1);
  await airport.upTo(there.last_seq + 2);
  expect(numbers(downtown.events)).toEqual([2]);
  expect(numbers(airport.events)).toEqual([1, 3]);
  expect(airport.events.map(event => event.store_id)).toEqual([AIRPORT_ID, AIRPORT_ID]);
  await Promise.all([downtown.close(), airport.close()]);
});

test('numbers 500 concurrent commits in one order without a gap, the same for all', async () => {
  const till = await atTill(shop, 'T-001', await shop.tillToken());
  const manager = await asManager(shop, 'DOWNTOWN', await shop.officeToken());
  const { last_seq } = await till.hello();
  await manager.hello();
  await Promise.all(range(1, 500).map(n => commitEvent(shop, sampleEvent(n))));
  await Promise.all([till.upTo(last_seq + 500), manager.upTo(last_seq + 500)]);
  expect(till.seqs).toEqual(range(last_seq + 1, last_seq + 500));
  expect(manager.events).toEqual(till.events);
  expect(
    numbers(till.events)
      .map(Number)
      .sort((a, b) => a - b),
  ).toEqual(range(1, 500));
  await Promise.all([till.close(), manager.close()]);
});
