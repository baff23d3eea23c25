import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { statement } from '../../src/platform/database/tx.js';
import { AIRPORT, DOWNTOWN, open, pay, payByCard } from '../payments/support.js';
import { longestTurn } from '../support/longest-turn.js';
import { openShop, type Reply, type Shop } from '../support/service.js';
import { airportManager, chargeOf } from './support.js';

let shop: Shop;
let manager: string;
let atAirport: string;
beforeAll(async () => {
  shop = await openShop({ background: false });
  manager = await shop.officeToken('manager');
  atAirport = await airportManager(shop);
});
afterAll(() => shop.close());

const HEADING = 'date,processor_transaction_id,type,gross,fee,net,currency,payout_id';
const today = new Date().toISOString().slice(0, 10);

type Row = {
  id: string;
  type?: string;
  gross: string;
  fee?: string;
  net: string;
  currency?: string;
};
const line = ({ id, type = 'charge', gross, fee = '0.00', net, currency = 'USD' }: Row): string =>
  `${today},${id},${type},${gross},${fee},${net},${currency},po_1`;
const fileOf = (...rows: Row[]): string => `${[HEADING, ...rows.map(line)].join('\n')}\n`;

const upload = (content: string, token = manager, query = 'processor=primary', headers = {}) =>
  shop.call('POST', `/payments/settlements/?${query}`, {
    token,
    body: content,
    headers: { 'content-type': 'text/csv', ...headers },
  });
const differences = async (id: string, query = '', token = manager) =>
  (await shop.call('GET', `/payments/settlements/${id}/differences/?limit=200${query}`, { token }))
    .body;
const paymentOf = async (id: string) =>
  (await shop.call('GET', `/payments/${id}/`, { token: manager })).body;
const countRows = async (): Promise<number> => {
  const [row] = await statement<{ n: number }>(
    shop.platform.db,
    'select (select count(*) from settlements) + (select count(*) from settlement_lines) as n',
    [],
  );
  return Number(row?.n);
};
const unknownId = () => `pi_${crypto.randomUUID()}`;

describe('a settlement file', () => {
  it('is matched with payments and refunds, and lists every difference', async () => {
    const [matched, cheaper, foreign, missing] = await Promise.all([
      payByCard(shop),
      payByCard(shop, { totalMinor: 5_000 }),
      payByCard(shop, { totalMinor: 2_000 }),
      payByCard(shop, { totalMinor: 777 }),
    ]);
    const { id: refundId } = await open(shop, matched, 3_000);
    await statement(shop.platform.db, `update refunds set processor_refund_id = $2 where id = $1`, [
      refundId,
      `re_${refundId}`,
    ]);
    const idOf = (payment: { processor_transaction_id: string | null }) =>
      payment.processor_transaction_id ?? '';
    const unknown = unknownId();
    const reply = await upload(
      fileOf(
        { id: idOf(matched), gross: '100.00', fee: '2.50', net: '97.50' },
        { id: `re_${refundId}`, type: 'refund', gross: '-30.00', net: '-30.00' },
        { id: idOf(cheaper), gross: '49.00', fee: '1.00', net: '48.00' },
        { id: idOf(foreign), gross: '20.00', fee: '0.50', net: '19.50', currency: 'EUR' },
        { id: idOf(matched), gross: '100.00', fee: '2.50', net: '97.50' },
        { id: unknown, gross: '12.34', fee: '0.34', net: '12.00' },
      ),
    );
    expect(reply.status, reply.text).toBe(201);
    expect(reply.body).toMatchObject({
      processor: 'primary',
      lines: 6,
      ignored: 0,
      matched: 2,
      unknown: 1,
      amount_differs: 1,
      currency_differs: 1,
      duplicate: 1,
      other_stores: 0,
      totals: [
        { currency: 'EUR', charges: '20.00', refunds: '0.00', fees: '0.50', net: '19.50' },
        { currency: 'USD', charges: '261.34', refunds: '30.00', fees: '6.34', net: '225.00' },
      ],
    });
    const listed = await differences(reply.body.id);
    const shown = listed.filter((row: { line: number | null }) => row.line !== null);
    expect(shown).toMatchObject([
      {
        kind: 'amount_differs',
        line: 4,
        amount: '49.00',
        booked_amount: '50.00',
        payment: cheaper.id,
      },
      { kind: 'currency_differs', line: 5, currency: 'EUR', booked_currency: 'USD' },
      { kind: 'duplicate', line: 6, payment: matched.id, transaction: matched.number },
      { kind: 'unknown', line: 7, processor_transaction_id: unknown, payment: null },
    ]);
    const without = listed.filter((row: { kind: string }) => row.kind === 'missing');
    expect(without.map((row: { payment: string }) => row.payment)).toContain(missing.id);
    expect(without.map((row: { payment: string }) => row.payment)).not.toContain(matched.id);
    expect(reply.body.missing).toBe(without.length);
    expect((await differences(reply.body.id, '&kind=unknown')).length).toBe(1);
    expect((await paymentOf(matched.id)).settlement).toBe(reply.body.id);
    expect((await paymentOf(cheaper.id)).settlement).toBe(null);
  });

  it('is stored once: the same file answers 200 with the first', async () => {
    const payment = await payByCard(shop);
    const id = payment.processor_transaction_id ?? '';
    const content = fileOf({ id, gross: '100.00', fee: '1.00', net: '99.00' });
    const replies = await Promise.all([upload(content), upload(content), upload(content)]);
    expect(replies.map(reply => reply.status).sort()).toEqual([200, 200, 201]);
    expect(new Set(replies.map(reply => reply.body.id)).size).toBe(1);
    for (const { body } of replies) expect([body.matched, body.duplicate]).toEqual([1, 0]);
    const other = await upload(`${content}\n`);
    expect([other.status, other.body.duplicate, other.body.matched]).toEqual([201, 1, 0]);
    expect((await paymentOf(payment.id)).settlement).toBe(replies[0]?.body.id);
  });

  it('is matched again when the payment was recorded after it', async () => {
    const id = await chargeOf(shop, 10_000);
    const content = fileOf({ id, gross: '100.00', net: '100.00' });
    expect((await upload(content)).body.unknown).toBe(1);
    const payment = await pay(shop, { processorTransactionId: id });
    const again = await upload(content);
    expect([again.status, again.body.unknown, again.body.matched]).toEqual([200, 0, 1]);
    expect((await paymentOf(payment.id)).settlement).toBe(again.body.id);
  });

  it('answers a repeated key with the first answer', async () => {
    const headers = { 'idempotency-key': crypto.randomUUID() };
    const content = fileOf({ id: unknownId(), gross: '1.00', net: '1.00' });
    const first = await upload(content, manager, 'processor=primary', headers);
    const again = await upload(content, manager, 'processor=primary', headers);
    expect([first.status, again.status, again.headers['idempotent-replayed']]).toEqual([
      201,
      201,
      'true',
    ]);
    const other = fileOf({ id: unknownId(), gross: '1.00', net: '1.00' });
    const refused = await upload(other, manager, 'processor=primary', headers);
    expect(refused.body.code).toBe('IDEMPOTENCY_KEY_BODY_MISMATCH');
  });

  const sendForm = async (csv: string, name: string, fields: Record<string, string>) => {
    const form = new FormData();
    for (const [field, text] of Object.entries(fields)) form.set(field, text);
    form.set('file', new File([csv], name, { type: 'text/csv' }));
    const request = new Request('http://host/', { method: 'POST', body: form });
    return shop.call('POST', '/payments/settlements/', {
      token: manager,
      body: Buffer.from(await request.arrayBuffer()),
      headers: { 'content-type': request.headers.get('content-type') ?? '' },
    });
  };

  it('arrives as a form, too, and keeps no card number of its name', async () => {
    const payment = await payByCard(shop, { method: 'card_square' });
    const [square, bank] = [{ processor: 'square' }, { processor: 'custom_bank' }];
    const id = payment.processor_transaction_id ?? '';
    const csv = fileOf({ id, gross: '100.00', net: '100.00' });
    const reply = await sendForm(csv, '4242424242424242 july.csv', square);
    expect(reply.status, reply.text).toBe(201);
    expect(reply.body).toMatchObject({ ...square, file_name: '****4242 july.csv', matched: 1 });
    // The limit of 255 characters is inside the number, or inside a character.
    const other = () => fileOf({ id: unknownId(), gross: '1.00', net: '1.00' });
    const crossing = await sendForm(other(), `${'x'.repeat(240)}4242424242424242.csv`, bank);
    expect(crossing.body.file_name).toBe(`${'x'.repeat(240)}****4242.csv`);
    const wide = await sendForm(other(), `${'x'.repeat(254)}😀😀.csv`, bank);
    expect([wide.status, wide.body.file_name]).toEqual([201, `${'x'.repeat(254)}😀`]);
    const named = 'processor=primary&file_name=4242424242424242.csv';
    expect((await upload(other(), manager, named)).body.file_name).toBe('****4242.csv');
    const before = await countRows();
    const odd = await sendForm(other(), 'may.csv', { ...square, currency: '4242424242424242' });
    expect([odd.status, odd.text.includes('4242')]).toEqual([400, false]);
    expect(await countRows()).toBe(before);
    const kept = await statement<{ masked: number; numbers: number }>(
      shop.platform.db,
      `select count(*) filter (where a::text like '%****4242 july.csv%')::int as masked,
         count(*) filter (where a::text ~ '4242424')::int as numbers from audit_entries a`,
    );
    expect(kept).toEqual([{ masked: 1, numbers: 0 }]);
  });

  it.each([
    [
      'Stripe',
      (id: string) =>
        `automatic_payout_id,balance_transaction_id,created_utc,currency,gross,fee,net,reporting_category,source_id,payment_intent_id
po_1,txn_1,${today} 08:15:00,usd,100.00,3.20,96.80,charge,ch_1,${id}
po_1,txn_2,${today} 09:15:00,usd,-96.80,0.00,-96.80,payout,po_1,
`,
      'processor=primary',
    ],
    [
      'Square',
      (id: string) =>
        `Date,Total Collected,Fees,Net Total,Payment ID,Event Type,Deposit ID
${today},"$100.00",-$2.90,$97.10,${id},Payment,dep_1
${today},$0.00,$0.00,$0.00,,Tip pool,dep_1
`,
      'processor=primary&currency=usd',
    ],
  ])('of %s is read with its own column names', async (_, csv, query) => {
    const payment = await payByCard(shop);
    const reply = await upload(csv(payment.processor_transaction_id ?? ''), manager, query);
    expect(reply.status, reply.text).toBe(201);
    expect(reply.body).toMatchObject({ lines: 1, ignored: 1, matched: 1 });
    expect(reply.body.totals[0].charges).toBe('100.00');
  });

  it('matches refunds by their charge and amount', async () => {
    const payment = await payByCard(shop);
    const [small, large] = [await open(shop, payment, 1_000), await open(shop, payment, 2_000)];
    const id = payment.processor_transaction_id ?? '';
    const { body } = await upload(
      fileOf(
        { id, type: 'refund', gross: '20.00', net: '-20.00' },
        { id, type: 'refund', gross: '10.00', net: '-10.00' },
        { id, type: 'refund', gross: '10.00', net: '-10.00' },
      ),
    );
    expect([body.matched, body.duplicate]).toEqual([2, 1]);
    const rows = await statement<{ refund_id: string; line: number }>(
      shop.platform.db,
      'select refund_id, line from settlement_lines where settlement_id = $1 order by line',
      [body.id],
    );
    expect(rows.map(row => row.refund_id)).toEqual([large.id, small.id, small.id]);
  });
});

describe('a malformed file', () => {
  const good = () => line({ id: unknownId(), gross: '1.00', net: '1.00' });

  it('is refused with every wrong line, and nothing is stored', async () => {
    const before = await countRows();
    const reply = await upload(
      [
        HEADING,
        good(),
        `yesterday,pi_1,charge,1.00,0.00,1.00,USD,po_1`,
        `${today},,charge,1.00,0.00,1.00,USD,po_1`,
        `${today},pi_1,gift,1.00,0.00,1.00,USD,po_1`,
        `${today},pi_1,charge,1.001,0.00,1.00,USD,po_1`,
        `${today},pi_1,charge,1.00,0.10,1.00,USD,po_1`,
        `${today},pi_1,charge,1.00,0.00,1.00,DOLLAR,po_1`,
        `${today},pi_1,charge,-1.00,0.00,-1.00,USD,po_1`,
        `${today},pi_1,charge`,
        `${today},4111111111111111,charge,1.00,0.00,1.00,USD,po_1`,
        `${today},4111111111111111 123,charge,1.00,0.00,1.00,USD,po_1`,
      ].join('\n'),
    );
    expect([reply.status, reply.body.code]).toEqual([400, 'INVALID_CSV']);
    const { errors, error_count } = reply.body.details;
    expect(errors.map((one: { line: number; column: string }) => [one.line, one.column])).toEqual([
      [3, 'date'],
      [4, 'processor_transaction_id'],
      [5, 'type'],
      [6, 'gross'],
      [7, 'net'],
      [8, 'currency'],
      [9, 'gross'],
      [10, 'row'],
      [11, 'processor_transaction_id'],
      [12, 'processor_transaction_id'],
    ]);
    expect(error_count).toBe(10);
    expect(await countRows()).toBe(before);
  });

  it.each<[string, () => Promise<Reply>, number]>([
    ['an empty body', () => upload(''), 400],
    ['a heading only', () => upload(`${HEADING}\n`), 400],
    ['missing columns', () => upload('date,gross\n'), 400],
    ['an open quote', () => upload(`${HEADING}\n"2026`), 400],
    ['no processor', () => upload(fileOf({ id: 'a', gross: '1', net: '1' }), manager, ''), 400],
    ['another processor', () => upload(HEADING, manager, 'processor=acme'), 400],
    [
      'JSON',
      () => upload('{}', manager, 'processor=primary', { 'content-type': 'application/json' }),
      415,
    ],
    ['more than 10 MiB', () => upload(`${HEADING}\n${'x'.repeat(10_485_760)}`), 413],
    ['more than 50,000 lines', () => upload(`${HEADING}\n${`${good()}\n`.repeat(50_001)}`), 400],
  ])('with %s is refused', async (_, send, status) => {
    const before = await countRows();
    const reply = await send();
    expect(reply.status, reply.text).toBe(status);
    expect(await countRows()).toBe(before);
  });
});

it('is read in turns with other requests, however uneven its lines are', async () => {
  const before = await countRows();
  const uneven = await longestTurn(() => upload(`${HEADING}\n${',\n'.repeat(50_000)}`));
  expect(uneven.value.body.details).toMatchObject({
    error_count: 50_000,
    errors: expect.arrayContaining([
      { line: 2, column: 'row', message: 'Must have as many cells as the heading.' },
    ]),
  });
  expect(uneven.longestMs).toBeLessThan(100);
  const wide = await longestTurn(() => upload(`${HEADING}\n${','.repeat(10_000_000)}`));
  expect(wide.value.body.detail).toBe('The file cannot be read: CSV_TOO_MANY_CELLS.');
  expect(wide.longestMs).toBeLessThan(100);
  expect(await countRows()).toBe(before);
});

describe('a manager of one store', () => {
  it('matches and sees the own lines only; another one completes the file', async () => {
    const [here, there] = await Promise.all([
      payByCard(shop, { storeId: AIRPORT }),
      payByCard(shop, { storeId: DOWNTOWN, totalMinor: 2_500 }),
    ]);
    const content = fileOf(
      { id: here.processor_transaction_id ?? '', gross: '100.00', fee: '1.00', net: '99.00' },
      { id: there.processor_transaction_id ?? '', gross: '25.00', fee: '1.00', net: '24.00' },
    );
    const first = await upload(content, atAirport);
    expect(first.body).toMatchObject({ matched: 1, other_stores: 1, unknown: 0 });
    expect((await paymentOf(there.id)).settlement).toBe(null);
    const second = await upload(content, manager);
    expect(second.status).toBe(200);
    expect(second.body).toMatchObject({ matched: 2, other_stores: 0 });
    expect((await paymentOf(there.id)).settlement).toBe(first.body.id);
    const url = `/payments/settlements/${first.body.id}/`;
    const seen = await shop.call('GET', url, { token: atAirport });
    expect(seen.body).toMatchObject({
      lines: 1,
      matched: 1,
      totals: [{ currency: 'USD', charges: '100.00', refunds: '0.00', fees: '1.00', net: '99.00' }],
    });
  });

  it('sees no lines without a payment in files of others, nor payments of other stores', async () => {
    const content = fileOf({ id: unknownId(), gross: '9.00', net: '9.00' });
    const { body } = await upload(content, manager, 'processor=primary&file_name=secret.csv');
    expect((await differences(body.id, '&kind=unknown')).length).toBe(1);
    expect(await differences(body.id, '&kind=unknown', atAirport)).toEqual([]);
    const url = `/payments/settlements/${body.id}/`;
    expect((await shop.call('GET', url, { token: atAirport })).body.file_name).toBe('');
    expect((await shop.call('GET', url, { token: manager })).body.file_name).toBe('secret.csv');
    const missing = await differences(body.id, '&kind=missing', atAirport);
    expect(new Set(missing.map((row: { store: string }) => row.store))).toEqual(
      new Set(missing.length === 0 ? [] : [AIRPORT]),
    );
    const cashier = await shop.tillToken();
    expect((await shop.call('GET', '/payments/settlements/', { token: cashier })).status).toBe(403);
    const gone = await shop.call('GET', `/payments/settlements/${crypto.randomUUID()}/`, {
      token: manager,
    });
    expect(gone.status).toBe(404);
  });
});

describe('the list of settlements', () => {
  it('is newest first and paged', async () => {
    const all = await shop.call('GET', '/payments/settlements/?limit=200', { token: manager });
    const ids = all.body.map((row: { id: string }) => row.id);
    expect(ids).toEqual([...ids].sort().reverse());
    const first = await shop.call('GET', '/payments/settlements/?limit=1', { token: manager });
    const next = /<([^>]+)>/.exec(String(first.headers.link))?.[1] ?? '';
    const second = await shop.call('GET', next, { token: manager });
    expect([first.body[0].id, second.body[0].id]).toEqual(ids.slice(0, 2));
    const square = await shop.call('GET', '/payments/settlements/?processor=square', {
      token: manager,
    });
    expect(square.body.map((row: { processor: string }) => row.processor)).toEqual(['square']);
  });

  it('pages through differences without gaps', async () => {
    const rows = Array.from({ length: 5 }, () => ({ id: unknownId(), gross: '1.00', net: '1.00' }));
    const { body } = await upload(fileOf(...rows));
    const lines: number[] = [];
    let url: string | undefined =
      `/payments/settlements/${body.id}/differences/?kind=unknown&limit=2`;
    while (url !== undefined) {
      const reply: Reply = await shop.call('GET', url, { token: manager });
      lines.push(...reply.body.map((row: { line: number }) => row.line));
      url = /<([^>]+)>/.exec(String(reply.headers.link ?? ''))?.[1];
    }
    expect(lines).toEqual([2, 3, 4, 5, 6]);
  });
});
