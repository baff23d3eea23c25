import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { customer as shopper } from '../../src/seed/data.js';
import { cash, giftCard, returnOne } from '../stored-value/support.js';
import { mailsTo } from '../support/mails.js';
import { basket, counterOf, mug } from '../transactions/support.js';
import { type Customers, customersOf, openShop, type Shop } from './support.js';

let shop: Shop;
let customers: Customers;
beforeAll(async () => {
  shop = await openShop({ background: false });
  customers = customersOf(shop);
});
afterAll(() => shop.close());

const countCustomers = async (): Promise<number> => {
  const [row] = await customers.rows<{ n: number }>(
    `select count(*)::int as n from users where role = 'customer'`,
  );
  return row?.n ?? 0;
};

describe('creating a customer at the till', () => {
  it('takes a name and a phone number of the country of the store', async () => {
    const reply = await customers.create({ name: 'Ada King Byron', phone: '(212) 555-0142' });
    expect(reply.status).toBe(201);
    expect(reply.body).toMatchObject({
      name: 'Ada King Byron',
      first_name: 'Ada King',
      last_name: 'Byron',
      phone: '+12125550142',
      email: null,
      points: 0,
      customer_group: null,
      tax_exemption: null,
      notes: '',
      has_account: false,
      email_verified: false,
      consent: { email: false, email_at: null, phone: false, phone_at: null },
    });
    const berlin = await shop.tillToken('EMP005', 'T-101');
    const german = await customers.create({ name: 'Emmy', phone: '0170 / 123 45 67' }, berlin);
    expect(german.body.phone).toBe('+491701234567');
  });

  it('names the customer who has the contact already, also to the second of two tills', async () => {
    const first = await customers.created({ name: 'Mary Hopper', email: 'mary@example.com' });
    const again = await customers.create({ name: 'M. Hopper', email: 'MARY@example.com' });
    expect(again.status).toBe(409);
    expect(again.body).toMatchObject({
      code: 'CUSTOMER_EXISTS',
      details: { customer_id: first, name: 'Mary Hopper', field: 'email' },
    });
    const before = await countCustomers();
    const body = { name: 'Twice', phone: '+1 212 555 0177' };
    const replies = await Promise.all([1, 2, 3, 4].map(() => customers.create(body)));
    expect(replies.map(reply => reply.status).sort()).toEqual([201, 409, 409, 409]);
    const id = replies.find(reply => reply.status === 201)?.body.id;
    for (const reply of replies.filter(({ status }) => status === 409)) {
      expect(reply.body.details).toEqual({ customer_id: id, name: 'Twice', field: 'phone' });
    }
    expect(await countCustomers()).toBe(before + 1);
  });

  it('does not name staff who have the address', async () => {
    const [staff] = await customers.rows<{ email: string }>(
      `update users set email = 'cashier@example.com' where employee_number = 'EMP001' returning email`,
    );
    const reply = await customers.create({ name: 'Somebody', email: staff?.email });
    expect([reply.status, reply.body.code]).toEqual([409, 'DUPLICATE']);
    expect(reply.text).not.toContain('customer_id');
  });

  it.each([
    ['a contact without a name', { phone: '+12125550111' }, 'name'],
    ['a name without a contact', { name: 'Nobody' }, 'phone'],
    ['a phone number with letters', { name: 'N', phone: '555-CALL' }, 'phone'],
    ['a phone number that is too short', { name: 'N', phone: '12345' }, 'phone'],
    ['an address without a domain', { name: 'N', email: 'nobody' }, 'email'],
    [
      'a payment card as customer card',
      { name: 'N', phone: '+12125550112', customer_card: '4242424242424242' },
      'customer_card',
    ],
  ])('refuses %s', async (_, body, field) => {
    const before = await countCustomers();
    const reply = await customers.create(body);
    expect(reply.status).toBe(400);
    expect(JSON.stringify(reply.body)).toContain(field);
    expect(await countCustomers()).toBe(before);
  });

  it('creates once for a repeated request with the same key', async () => {
    const token = await shop.tillToken();
    const send = () =>
      shop.call('POST', '/customers/', {
        token,
        body: { name: 'Lost Answer', phone: '+12125550178' },
        headers: { 'idempotency-key': 'customer-1' },
      });
    const first = await send();
    const again = await send();
    expect([first.status, again.status]).toEqual([201, 201]);
    expect(again.body).toEqual(first.body);
  });
});

describe('changing a customer', () => {
  it('keeps what is not sent, and the time of a consent that stands', async () => {
    const id = await customers.created({ name: 'Grace Stone', phone: '+12125550120' });
    const given = await customers.change(id, { consent: { email: true }, notes: 'Likes mugs' });
    expect(given.body).toMatchObject({
      name: 'Grace Stone',
      notes: 'Likes mugs',
      consent: { email: true, phone: false },
    });
    const again = await customers.change(id, { consent: { email: true, phone: true } });
    expect(again.body.consent.email_at).toBe(given.body.consent.email_at);
    const taken = await customers.change(id, { consent: { email: false } });
    expect(taken.body.consent).toMatchObject({ email: false, email_at: null, phone: true });
    expect(taken.body.notes).toBe('Likes mugs');
  });

  it('refuses to take the last contact or the name', async () => {
    const id = await customers.created({ name: 'Only One', phone: '+12125550121' });
    expect((await customers.change(id, { phone: null })).status).toBe(400);
    expect((await customers.change(id, { first_name: '', last_name: ' ' })).status).toBe(400);
    expect((await customers.profile(id)).body).toMatchObject({
      name: 'Only One',
      phone: '+12125550121',
    });
  });

  it('lets managers alone set group and tax exemption', async () => {
    const id = await customers.created({ name: 'Trade Customer', phone: '+12125550122' });
    for (const body of [{ customer_group: 'trade' }, { tax_exemption: 'CERT-1' }]) {
      const refused = await customers.change(id, body);
      expect([refused.status, refused.body.code]).toEqual([403, 'PERMISSION_DENIED']);
      expect((await customers.asManager('PATCH', `${id}/`, body)).body).toMatchObject(body);
    }
    const born = await customers.create({
      name: 'X',
      phone: '+12125550123',
      customer_group: 'trade',
    });
    expect(born.status).toBe(403);
  });
});

describe('the e-mail address of a customer', () => {
  const addressOf = async (id: string): Promise<string> => (await customers.profile(id)).body.email;
  const resets = () => customers.rows('select * from password_resets');

  it('is entered and corrected by a cashier while there is no account', async () => {
    const id = await customers.created({ name: 'No Account', phone: '+12125550170' });
    expect((await customers.change(id, { email: 'typo@example.com' })).status).toBe(200);
    expect((await customers.change(id, { email: 'right@example.com' })).status).toBe(200);
    expect(await addressOf(id)).toBe('right@example.com');
    expect(await mailsTo(shop, 'typo@example.com')).toEqual([]);
  });

  it('of an account is changed by a manager alone, and the old address learns of it', async () => {
    const before = await resets();
    for (const email of ['cashier@evil.example', null]) {
      const refused = await customers.change(shopper.id, { email });
      expect([refused.status, refused.body.code]).toEqual([403, 'EMAIL_OF_ACCOUNT']);
    }
    expect(await addressOf(shopper.id)).toBe(shopper.email);
    // No link to the account goes to the address of the cashier.
    const body = { email: 'cashier@evil.example' };
    expect((await shop.call('POST', '/auth/password-reset/', { body })).status).toBe(202);
    expect((await resets()).filter(row => (row as { user_id: string | null }).user_id)).toEqual(
      before,
    );
    expect(await mailsTo(shop, 'cashier@evil.example')).toEqual([]);
    // What stays the same is no change.
    const same = await customers.change(shopper.id, { email: shopper.email, notes: 'Hi' });
    expect([same.status, same.body.notes]).toEqual([200, 'Hi']);

    const change = (email: string) => customers.asManager('PATCH', `${shopper.id}/`, { email });
    expect((await change('riley@example.com')).body.email).toBe('riley@example.com');
    const mails = await mailsTo(shop, shopper.email);
    expect(mails.map(({ purpose, subject }) => [purpose, subject])).toEqual([
      ['sign-in-changed', 'Your account has a new e-mail address'],
    ]);
    expect(mails[0]?.body_text).toContain('If you did not ask for this, tell the store at once.');
    expect(mails[0]?.body_text).not.toContain('riley@example.com');
    await change(shopper.email);
  });

  it('of a customer with store credit is changed by a manager alone', async () => {
    const id = await customers.created({ name: 'Has Credit', phone: '+12125550161' });
    const counter = counterOf(shop);
    const sale = await counter.sold(cash('13.53'), mug({ customer_id: id }));
    await returnOne(shop, counter, sale, 0, 'store_credit');
    const email = 'thief@example.com';
    const refused = await customers.change(id, { email });
    expect([refused.status, refused.body.code]).toEqual([403, 'EMAIL_OF_ACCOUNT']);
    const invited = await customers.call('POST', `${id}/invite/`);
    expect([invited.status, invited.body.code]).toEqual([409, 'NO_EMAIL']);
    expect(await addressOf(id)).toBeNull();
    expect((await customers.change(id, { phone: '+12125550162' })).status).toBe(200);
    expect((await customers.asManager('PATCH', `${id}/`, { email })).status).toBe(200);
  });
});

describe('the profile', () => {
  it('shows purchases of both channels, points, balances, group and exemption', async () => {
    const counter = counterOf(shop);
    const sale = await counter.ring();
    await customers.rows(`update transactions set customer_id = $1 where transaction_number = $2`, [
      shopper.id,
      sale,
    ]);
    const { status, body } = await customers.profile(shopper.id);
    expect(status).toBe(200);
    expect(body).toMatchObject({ name: 'Riley Shopper', has_account: true, balances: [] });
    expect(body.purchases[0]).toMatchObject({
      transaction_id: sale,
      channel: 'pos',
      status: 'pending',
      total_amount: '13.53',
      currency: 'USD',
    });
    const elsewhere = await shop.tillToken('EMP005', 'T-101');
    expect((await customers.profile(shopper.id, elsewhere)).body.purchases).toEqual([]);
  });

  it('shows gift cards and store credit, points and the tier', async () => {
    const counter = counterOf(shop);
    const card = basket([giftCard('30.00')], '0.00', { customer_id: shopper.id });
    const sold = await counter.ring(card);
    await counter.pay(sold, cash('30.00'));
    const goods = await counter.sold(cash('13.53'), mug({ customer_id: shopper.id }));
    await returnOne(shop, counter, goods, 0, 'store_credit');
    const token = await shop.officeToken('admin');
    const body = { name: 'Blue', currency: 'USD', minimum_spend: '0', earning_factor: '1.00' };
    const tier = await shop.call('POST', '/loyalty/tiers/', { token, body });
    expect(tier.status).toBe(201);
    const profile = (await customers.profile(shopper.id)).body;
    expect(profile.balances).toEqual([
      { kind: 'gift_card', currency: 'USD', balance: '30.00' },
      { kind: 'store_credit', currency: 'USD', balance: '13.53' },
    ]);
    expect(profile.tier).toMatchObject({ id: tier.body.id, name: 'Blue', minimum_spend: '0.00' });
    expect(profile.expiring).toBeNull();
    await shop.call('DELETE', `/loyalty/tiers/${tier.body.id}/`, { token });
    expect((await customers.profile(shopper.id)).body.tier).toBeNull();
  });

  it('records who looked, and shows it to managers only', async () => {
    const id = await customers.created({ name: 'Watched', phone: '+12125550130' });
    await customers.profile(id);
    await customers.profile(id, await shop.tillToken('EMP005', 'T-101'));
    const views = await customers.asManager('GET', `${id}/views/`);
    expect(views.body.map((view: { terminal_id: string }) => view.terminal_id)).toEqual([
      'T-101',
      'T-001',
    ]);
    expect(views.body[1]).toMatchObject({ kind: 'profile', viewer: { name: expect.any(String) } });
    expect((await customers.call('GET', `${id}/views/`)).status).toBe(403);
  });

  it('is not that of staff, and not there without an id', async () => {
    const [staff] = await customers.rows<{ id: string }>(
      `select id from users where employee_number = 'EMP001'`,
    );
    expect((await customers.profile(staff?.id ?? '')).status).toBe(404);
    expect((await customers.profile('00000000-0000-4000-8000-00000000ffff')).status).toBe(404);
    expect((await customers.profile('x')).status).toBe(400);
  });
});
