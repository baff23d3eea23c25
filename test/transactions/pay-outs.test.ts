import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { newId } from '../../src/platform/ids.js';
import { openTills, type Tills } from '../shifts/support.js';
import { DOWNTOWN_ID, settleJobs } from './support.js';

let tills: Tills;
beforeAll(async () => {
  tills = await openTills({});
});
afterEach(async () => {
  await tills.closeOpenShift();
  await setRequired(false);
});
afterAll(() => tills.shop.close());

const CASH = { payment_method_id: 'cash' };

/** A cash sale of 13.53 that the desk has voided. */
async function waiting() {
  const sale = await tills.counter.sold(CASH);
  const { body } = await tills.counter.voidSale(sale, { reason: 'Rung up twice' });
  return { sale, refund: body.payment_records[0].refunds[0] };
}
const list = async (token?: string) =>
  (await tills.shop.call('GET', '/pos/pay-outs/', { token: token ?? (await tills.cashier()) }))
    .body as { id: string }[];
const pay = (ref: string, token?: string, headers = {}) =>
  tills.counter.post(`/pos/pay-outs/${ref}/pay/`, undefined, token, headers);
const drawer = async (id: string) =>
  (await tills.read(`${id}/x-report/`, await tills.supervisor())).body.cash;
const setRequired = async (require_shift: boolean) => {
  const token = await tills.shop.officeToken('admin');
  const body = { require_shift };
  const reply = await tills.shop.call('PATCH', '/stores/DOWNTOWN/', { token, body });
  expect(reply.body.require_shift).toBe(require_shift);
};

describe('a pay-out', () => {
  it('is listed at every till of the store, and at no other', async () => {
    const { sale, refund } = await waiting();
    const entry = {
      id: refund.id,
      refund_id: refund.refund_id,
      transaction_id: sale,
      amount: '13.53',
      currency: 'USD',
      reason: 'Rung up twice',
      cause: 'void',
      requested_by: expect.any(String),
      requested_by_name: expect.any(String),
      created_at: expect.stringMatching(/Z$/),
    };
    expect(await list()).toContainEqual(entry);
    expect(await list(await tills.supervisor())).toContainEqual(entry);
    await waiting();
    const all = (await list()).map(({ id }) => id);
    const seen: string[] = [];
    let path: string | undefined = '/pos/pay-outs/?limit=1';
    while (path !== undefined) {
      const reply = await tills.shop.call('GET', path, { token: await tills.cashier() });
      seen.push(...reply.body.map(({ id }: { id: string }) => id));
      path = /<([^>]+)>; rel="next"/.exec(String(reply.headers.link ?? ''))?.[1];
    }
    expect(seen.length).toBeGreaterThan(1);
    expect(seen).toEqual(all);
    const airport = await tills.shop.tillToken('EMP005');
    expect((await list(airport)).map(row => row.id)).not.toContain(refund.id);
    expect((await pay(refund.id, airport)).status).toBe(404);
    const office = await tills.shop.officeToken();
    expect((await pay(refund.id, office)).status).toBe(403);
  });

  it('leaves the drawer of the till that pays it, once', async () => {
    const { refund } = await waiting();
    const id = await tills.open('50.00');
    const paid = await pay(refund.refund_id);
    expect(paid.status).toBe(200);
    expect(paid.body).toMatchObject({
      id: refund.id,
      status: 'succeeded',
      way: 'cash',
      action_required: null,
      shift_id: id,
      terminal_id: 'T-001',
      confirmed_by: expect.any(String),
    });
    expect(await drawer(id)).toMatchObject({ refunds: '13.53', expected: '36.47' });
    expect((await list()).map(row => row.id)).not.toContain(refund.id);
    const again = await pay(refund.id);
    expect([again.status, again.body.code]).toEqual([409, 'INVALID_STATE']);
    expect((await pay(newId())).status).toBe(404);
    expect(await drawer(id)).toMatchObject({ refunds: '13.53' });
  });

  it('is paid by one of two tills at the same time', async () => {
    const { refund } = await waiting();
    const tokens = [await tills.cashier(), await tills.supervisor()];
    const replies = await Promise.all(tokens.map(token => pay(refund.id, token)));
    expect(replies.map(reply => reply.status).sort()).toEqual([200, 409]);
  });

  it('answers a retry after a lost answer alike, and pays once', async () => {
    const { refund } = await waiting();
    const id = await tills.open('50.00');
    const headers = { 'idempotency-key': newId() };
    const first = await pay(refund.id, undefined, headers);
    const second = await pay(refund.id, undefined, headers);
    expect(second.headers['idempotent-replayed']).toBe('true');
    expect(second.body).toEqual(first.body);
    expect(await drawer(id)).toMatchObject({ refunds: '13.53' });
  });

  it('comes from the drawer of a till without a shift, and is listed as such', async () => {
    const outside = async () => {
      const path = '/cash-management/outside-shifts/?terminal=T-001';
      const { body } = await tills.shop.call('GET', path, { token: await tills.supervisor() });
      return (body[0] ?? { refunds: 0, refunded: '0.00' }) as { refunds: number; refunded: string };
    };
    const before = await outside();
    const { refund } = await waiting();
    const paid = await pay(refund.id);
    expect(paid.body).toMatchObject({ way: 'cash', shift_id: null, terminal_id: 'T-001' });
    const after = await outside();
    expect(after.refunds - before.refunds).toBe(1);
    expect((Number(after.refunded) - Number(before.refunded)).toFixed(2)).toBe('13.53');
  });

  it('tells the tills when it waits and when it is paid', async () => {
    const { refund } = await waiting();
    await pay(refund.id);
    await tills.shop.settleEvents();
    const events = await tills.shop.platform.db
      .selectFrom('events')
      .select(['event', 'data'])
      .where('subject_id', '=', refund.id)
      .where('stream_id', '=', DOWNTOWN_ID)
      .orderBy('seq')
      .execute();
    expect(events).toMatchObject([
      { event: 'refund.action_required', data: { action_required: 'pay_out_cash' } },
      { event: 'refund.action_done', data: { action: 'pay_out_cash', way: 'cash' } },
    ]);
    await settleJobs(tills.shop);
  });
});

describe('a store that requires shifts', () => {
  it('takes payments and pays out only with an open shift at the till', async () => {
    const { refund } = await waiting();
    await setRequired(true);
    const sale = await tills.counter.ring();
    const before = await tills.counter.recordCounts();
    const tender = { ...CASH, tendered_amount: '13.53' };
    for (const refused of [
      await tills.counter.pay(sale, tender),
      await tills.counter.pay(sale, { ...tender, payment_method_id: 'card' }),
      await pay(refund.id),
    ]) {
      expect([refused.status, refused.body.code ?? refused.body.error_code]).toEqual([
        409,
        'SHIFT_REQUIRED',
      ]);
    }
    expect(await tills.counter.recordCounts()).toEqual(before);
    const id = await tills.open('20.00');
    expect((await tills.counter.pay(sale, tender)).status).toBe(202);
    expect((await pay(refund.id)).body.shift_id).toBe(id);
    expect(await drawer(id)).toMatchObject({ sales: '13.53', refunds: '13.53' });
  });

  it('leaves a cash refund at a till without a shift to the next open drawer', async () => {
    const sale = await tills.counter.sold(CASH);
    await setRequired(true);
    const manager = await tills.shop.tillToken('EMP003');
    const { body } = await tills.counter.voidSale(sale, {}, manager);
    expect(body.payment_records[0].refunds).toMatchObject([
      { status: 'pending', action_required: 'pay_out_cash' },
    ]);
  });

  it('records a payment at the desk without a shift', async () => {
    await setRequired(true);
    const sale = await tills.counter.ring();
    const recorded = await tills.counter.post(
      '/payments/payments/',
      { transaction: sale, payment_method: 'cash', amount: '13.53' },
      await tills.shop.officeToken(),
    );
    expect([recorded.status, recorded.body.shift]).toEqual([201, null]);
  });

  it('books no payment outside a shift that closes at the same moment', async () => {
    const id = await tills.open('20.00');
    await setRequired(true);
    const sales = await Promise.all([1, 2, 3].map(() => tills.counter.ring()));
    await tills.count(id, { '1.00': 0 });
    const [closed, ...paid] = await Promise.all([
      tills.close(id, 'End of the test'),
      ...sales.map(sale => tills.counter.pay(sale, { ...CASH, tendered_amount: '13.53' })),
    ]);
    expect(closed.status).toBe(200);
    for (const [index, reply] of paid.entries()) {
      expect([202, 409]).toContain(reply.status);
      const booked = await tills.counter.payments(sales[index] ?? '');
      expect(booked.map(payment => payment.shift_id)).toEqual(reply.status === 202 ? [id] : []);
    }
  });
});
