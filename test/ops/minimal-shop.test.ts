import pg from 'pg';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { type Minimal, openMinimal } from '../../bench/minimal/minimal.js';
import { findPgbench } from '../../bench/minimal/pgbench.js';
import { databaseUrl } from '../support/global-setup.js';

const LANES = 4;
const SCRIPTS = ['new-cart', 'guest-checkout', 'till-sale', 'till-sale-at-once', 'list'] as const;

/** The shop that `npm run bench` compares the service with must be right itself. */
describe.skipIf((await findPgbench()) === undefined)('the minimal shop', () => {
  let shop: Minimal;
  let client: pg.Client;

  beforeAll(async () => {
    const server = inject('postgresUrl');
    shop = (await openMinimal(server, LANES)) as Minimal;
    client = new pg.Client({ connectionString: databaseUrl(server, 'minimal_shop') });
    await client.connect();
  });

  afterAll(async () => {
    await client?.end();
    await shop?.close();
  });

  it.each(SCRIPTS)('runs %s with several clients, and its books agree', async script => {
    let meter = 0;
    const sample = await shop.load(script, { rounds: 20 }, () => {
      meter += 1_000;
      return meter;
    });
    expect(sample.count).toBe(20 * LANES);
    expect(sample.cost?.database).toBe(1_000 / sample.count);
    await shop.checkBooks();
  });

  it('sells through both channels and leaves no event behind', async () => {
    const { rows } = await client.query(
      `select channel, status, count(*) > 0 as some from orders group by 1, 2 order by 1`,
    );
    expect(rows).toEqual([
      { channel: 'till', status: 'paid', some: true },
      { channel: 'web', status: 'paid', some: true },
    ]);
  });

  it.each([
    ['a lost unit', 'update stock set on_hand = on_hand - 1', /stock that does not agree/],
    ['a lost payment', 'delete from payments', /payments are not their total/],
    ['a lost event', 'delete from events', /without exactly one event/],
    ['a changed total', 'update orders set total = total + 1', /not the sum of their lines/],
  ])('finds %s', async (_what, breaking, message) => {
    await client.query(breaking);
    await expect(shop.checkBooks()).rejects.toThrow(message);
  });
});
