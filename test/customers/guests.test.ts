import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { jobs } from '../../src/domains/customers/jobs.js';
import { atCheckout, complete, openCheckoutShop } from '../storefront/checkout-support.js';
import { mailsTo } from '../support/mails.js';
import { counterOf, mug } from '../transactions/support.js';
import { type Customers, customersOf, type Shop } from './support.js';

let shop: Shop;
let customers: Customers;
beforeAll(async () => {
  shop = await openCheckoutShop({ background: true });
  customers = customersOf(shop);
});
afterAll(() => shop.close());

async function order(email: string): Promise<string> {
  const { visit, id } = await atCheckout(shop);
  const reply = await complete(shop, visit, id, { form: { email } });
  if (reply.status !== 200) throw new Error(reply.text);
  const [row] = await customers.rows<{ id: string }>(
    'select id from transactions where customer_email = $1 order by id desc limit 1',
    [email],
  );
  return row?.id ?? '';
}

async function register(email: string): Promise<void> {
  const started = await shop.call('POST', '/auth/register/initiate/', {
    body: { email, password: 'my-own-password', first_name: 'Nia', last_name: 'New' },
  });
  const code = /\b(\d{6})\b/.exec((await mailsTo(shop, email)).at(-1)?.body_text ?? '')?.[1];
  const done = await shop.call('POST', '/auth/register/verify/', {
    body: { registration_token: started.body.registration_token, otp: code },
  });
  if (done.status >= 300) throw new Error(done.text);
  await shop.settleEvents();
  await shop.settleEvents();
}

const ownerOf = async (sale: string) => {
  const [row] = await customers.rows<{ email: string | null; points: number | null }>(
    `select u.email, u.loyalty_points as points from transactions t
     left join users u on u.id = t.customer_id where t.id = $1`,
    [sale],
  );
  return row;
};

describe('a guest of the web shop', () => {
  it('gets the earlier orders and their points with a verified address', async () => {
    const sale = await order('guest-1@example.com');
    const other = await order('guest-2@example.com');
    await register('Guest-1@example.com');
    expect(await ownerOf(sale)).toEqual({ email: 'Guest-1@example.com', points: 25 });
    expect(await ownerOf(other)).toEqual({ email: null, points: null });
  });

  it('gets nothing for an address that a cashier typed, until it is verified', async () => {
    const sale = await order('typed@example.com');
    const id = await customers.created({ name: 'Typed In', email: 'typed@example.com' });
    await shop.settleEvents();
    expect((await ownerOf(sale))?.email).toBeNull();
    await register('typed@example.com');
    expect((await ownerOf(sale))?.email).toBe('typed@example.com');
    const profile = await customers.profile(id);
    expect(profile.body).toMatchObject({
      id,
      name: 'Typed In',
      has_account: true,
      email_verified: true,
      points: 25,
    });
    expect(profile.body.purchases[0].channel).toBe('web_commerce');
  });
});

describe('the retention of a store', () => {
  const DAYS_AGO = (days: number) => `now() - interval '${days} days'`;
  const setRetention = async (days: number | null) => {
    const reply = await shop.call('PATCH', '/stores/DOWNTOWN/', {
      token: await shop.officeToken('admin'),
      body: { customer_retention_days: days },
    });
    expect(reply.body.customer_retention_days).toBe(days);
  };
  const runJob = () => Promise.all(jobs.map(job => job.run(shop.platform, {})));
  const age = (id: string, days: number) =>
    customers.rows(
      `with old as (update transactions set created_at = ${DAYS_AGO(days)},
         updated_at = ${DAYS_AGO(days)} where customer_id = $1)
       update users set updated_at = ${DAYS_AGO(days)} where id = $1`,
      [id],
    );

  it('erases customers who stayed away that long, and nobody without a limit', async () => {
    const counter = counterOf(shop);
    const created = async (n: number) =>
      customers.created({ name: `Idle ${n}`, phone: `+121255506${n}` });
    const [gone, back, buyer] = [await created(10), await created(11), await created(12)];
    const sale = await counter.ring(mug({ customer_id: buyer }));
    await counter.pay(sale, { payment_method_id: 'cash', tendered_amount: '13.53' });
    for (const id of [gone, buyer]) await age(id, 400);
    await age(back, 100);
    await runJob();
    expect((await customers.profile(gone)).body.erased_at).toBeNull();
    await setRetention(365);
    await runJob();
    expect((await customers.profile(gone)).body).toMatchObject({ name: '', phone: '' });
    expect((await customers.profile(buyer)).body.name).toBe('');
    expect((await customers.profile(back)).body.name).toBe('Idle 11');
    expect((await counter.row(sale)).total_amount).toBe('13.53');
    await setRetention(null);
  });

  it('removes the contacts of guests from old orders, and keeps newer ones', async () => {
    const old = await order('once@example.com');
    const recent = await order('later@example.com');
    await customers.rows(
      `update fulfillments set status = 'delivered' where transaction_id = any($1)`,
      [[old, recent]],
    );
    await setRetention(30);
    // Only the clock of the job decides; the id of a sale is as old as the sale.
    const later = {
      ...shop.platform,
      clock: { now: () => new Date(Date.now() + 31 * 86_400_000) },
    };
    await customers.rows(
      'update transactions set updated_at = now() + interval $$2 days$$ where id = $1',
      [recent],
    );
    await Promise.all(jobs.map(job => job.run(later, {})));
    const rows = await customers.rows<{ customer_email: string | null }>(
      'select customer_email from transactions where id = any($1) order by id',
      [[old, recent]],
    );
    expect(rows.map(row => row.customer_email)).toEqual([null, 'later@example.com']);
    await setRetention(null);
  });
});
