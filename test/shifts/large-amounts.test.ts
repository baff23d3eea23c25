import { afterAll, beforeAll, expect, it } from 'vitest';
import { basket } from '../transactions/support.js';
import { openTills, type Tills } from './support.js';

let tills: Tills;
beforeAll(async () => {
  tills = await openTills();
});
afterAll(() => tills.shop.close());

const MOST = '9999999999.99';

/** The limits on money need an approval of each. */
const ring = async (): Promise<string> => {
  const named = { sku: 'BEANS-1KG', unit_price: MOST };
  const approval_request_id = await tills.counter.approved('price_override', MOST, named);
  const sold = basket([{ sku: 'BEANS-1KG', price: MOST }], '0.00', { approval_request_id });
  return tills.counter.ring(sold);
};

it('reads, counts and closes a shift with the largest amounts', async () => {
  const id = await tills.open('10.00');
  for (let i = 0; i < 2; i += 1) {
    const sale = await ring();
    const payment = { payment_method_id: 'cash', tendered_amount: MOST };
    expect((await tills.counter.pay(sale, payment)).status).toBe(202);
  }
  for (let i = 0; i < 4; i += 1) {
    const approval_request_id = await tills.counter.approved('cash_movement', MOST);
    const slip = { amount: MOST, reason: 'A slip', approval_request_id };
    expect((await tills.act(id, 'paid-out', slip)).status).toBe(200);
  }
  const supervisor = await tills.supervisor();
  expect((await tills.read('', supervisor)).status).toBe(200);
  const { body: shift } = await tills.read(`${id}/`, supervisor);
  expect(shift.expected_amount).toBe('-19999999989.98');
  const { body: report } = await tills.read(`${id}/x-report/`, supervisor);
  expect(report.cash).toMatchObject({ sales: '19999999999.98', paid_out: '39999999999.96' });
  await tills.count(id, { '10.00': 1 });
  const closed = await tills.close(id, 'Typed by mistake');
  expect(closed.status).toBe(200);
  expect(closed.body).toMatchObject({
    expected_amount: '-19999999989.98',
    counted_amount: '10.00',
    variance: '19999999999.98',
  });
  expect((await tills.read(`${id}/z-report/`)).body.cash.variance).toBe('19999999999.98');
  expect(
    (
      await tills.shop.call('GET', '/ops/invariants/', {
        token: await tills.shop.officeToken('admin'),
      })
    ).body.ok,
  ).toBe(true);
});

it('reports the largest amounts taken without a shift', async () => {
  for (let i = 0; i < 2; i += 1) {
    const sale = await ring();
    await tills.counter.pay(sale, { payment_method_id: 'cash', tendered_amount: MOST });
  }
  const path = '/cash-management/outside-shifts/?terminal=T-001';
  const { body } = await tills.shop.call('GET', path, { token: await tills.supervisor() });
  expect(body[0].cash).toBe('19999999999.98');
});
