import '../support/till-device.js';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  ApiError,
  createTillhouse,
  newKey,
  type Tillhouse,
} from '../../packages/client/src/index.js';
import { demoPolicy } from '../../src/seed/data.js';
import { addGood, EMPTY, setPrice } from '../../web/register/state/basket.js';
import { needsApproval } from '../../web/register/state/basket-totals.js';
import { ensureJournal } from '../../web/register/state/journal/align.js';
import { recordStep } from '../../web/register/state/journal/index.js';
import { sendWaiting } from '../../web/register/state/journal/send.js';
import { may, needsDecision } from '../../web/register/state/may.js';
import {
  checkPin,
  forgetPin,
  knownAt,
  rememberPin,
} from '../../web/register/state/offline-pins.js';
import {
  cashiers,
  isUnconfirmed,
  logIn,
  logOut,
  session,
  takeOver,
} from '../../web/register/state/session.js';
import type { Good, Session } from '../../web/register/state/types.js';
import { runReturn } from '../../web/shared/run-return.js';
import { openShop, type Shop } from '../support/service.js';
import { DOWNTOWN_ID, MUG_TOTAL, mug } from '../transactions/support.js';
import { CASH, query } from './journal/support.js';

let shop: Shop;
let baseUrl: string;
let api: Tillhouse;
let terminal: string;
let tills = 0;
beforeAll(async () => {
  shop = await openShop({ background: false });
  baseUrl = await shop.app.listen({ host: '127.0.0.1', port: 0 });
});
afterAll(() => shop.close());

/** Each test has a till of its own, at which nobody is signed in. */
beforeEach(() => {
  tills += 1;
  terminal = `T-C${tills}`;
  api = createTillhouse({ baseUrl });
  session.set(null);
  cashiers.set([]);
});

const signIn = (employee: string, pin: string): Promise<void> =>
  logIn(api, { employee, pin, store: 'DOWNTOWN', terminal });
const current = (): Session => {
  const now = session.get();
  if (now === null) throw new Error('nobody is signed in');
  return now;
};
const known = (): string[] => knownAt(current()).map(({ number }) => number);
/** The PIN is hashed after the login. */
const knows = (...numbers: string[]) => expect.poll(known).toEqual(numbers);
const sell = (online: boolean) =>
  recordStep(api, current(), {
    kind: 'sale',
    data: { ...mug({ employee_id: current().user.number }), payments: [CASH] },
    total: MUG_TOTAL,
    key: newKey(),
    online,
  });
const sellers = () =>
  query<{ employee_number: string }>(
    shop,
    `select u.employee_number from transactions t join users u on u.id = t.employee_id
     where t.terminal_id = $1 order by t.till_number`,
    [terminal],
  );

describe('a till without a connection', () => {
  it('is taken over by somebody who signed in there before, and books the sale for them', async () => {
    await signIn('EMP002', '2345');
    await knows('EMP002');
    await signIn('EMP001', '1234');
    await knows('EMP002', 'EMP001');
    await ensureJournal(api, terminal);
    const taken = await checkPin(current(), 'EMP002', '2345');
    if (!taken.ok) throw new Error('the PIN was refused');
    takeOver(taken.cashier);
    expect([current().user.number, isUnconfirmed(current())]).toEqual(['EMP002', true]);
    expect(may(current(), 'approval.decide')).toBe(true);
    expect(cashiers.get().map(({ number }) => number)).toEqual(['EMP002', 'EMP001']);
    await sell(false);
    // The login is still that of EMP001.
    expect((await sendWaiting(api, terminal)).map(({ status }) => status)).toEqual(['accepted']);
    expect(await sellers()).toEqual([{ employee_number: 'EMP002' }]);
    await signIn('EMP002', '2345');
    expect(isUnconfirmed(current())).toBe(false);
    expect((await sell(true)).state).toBe('sent');
  });

  it('is given back to the person of the login', async () => {
    await signIn('EMP002', '2345');
    await knows('EMP002');
    await signIn('EMP001', '1234');
    await knows('EMP002', 'EMP001');
    for (const [number, pin] of [
      ['EMP002', '2345'],
      ['EMP001', '1234'],
    ] as const) {
      const taken = await checkPin(current(), number, pin);
      if (taken.ok) takeOver(taken.cashier);
    }
    expect([current().user.number, isUnconfirmed(current())]).toEqual(['EMP001', false]);
  });

  it('lets a person wait after five wrong PINs, also with the right one, and nobody else', async () => {
    await signIn('EMP002', '2345');
    await knows('EMP002');
    await signIn('EMP001', '1234');
    await knows('EMP002', 'EMP001');
    const before = current();
    const waits: number[] = [];
    for (const pin of ['0000', '1111', '2222', '3333', '4444']) {
      const taken = await checkPin(before, 'EMP002', pin);
      if (!taken.ok) waits.push(taken.waitSeconds);
    }
    expect(waits).toEqual([0, 0, 0, 0, 30]);
    expect((await checkPin(before, 'EMP002', '2345')).ok).toBe(false);
    expect((await checkPin(before, 'EMP001', '1234')).ok).toBe(true);
    expect(session.get()).toBe(before);
  });

  it('knows nobody of another till, and nobody whose PIN the service has refused since', async () => {
    await signIn('EMP001', '1234');
    await knows('EMP001');
    expect(knownAt({ ...current(), terminal: 'T-C99' })).toEqual([]);
    expect(await checkPin({ ...current(), terminal: 'T-C99' }, 'EMP001', '1234')).toEqual({
      ok: false,
      waitSeconds: 0,
    });
    const before = [session.get(), api.tokens.get()];
    await expect(signIn('EMP001', '9999')).rejects.toMatchObject({ status: 401 });
    // The login that was open stays open.
    expect([session.get(), api.tokens.get()]).toEqual(before);
    expect(known()).toEqual([]);
    expect((await sell(true)).state).toBe('sent');
  });

  it('keeps the PIN of the last login, however long the hash of an earlier one takes', async () => {
    await signIn('EMP001', '1234');
    await knows('EMP001');
    const here = current();
    const earlier = { ...here, terminal: 'T-C98' };
    await Promise.all([rememberPin(earlier, '4321'), rememberPin(here, '9876')]);
    expect(known()).toEqual(['EMP001']);
    expect((await checkPin(here, 'EMP001', '9876')).ok).toBe(true);
    // The service refuses the PIN while the till computes the hash of an accepted one.
    const hashed = rememberPin(here, '1234');
    forgetPin('EMP001');
    await hashed;
    expect(known()).toEqual([]);
  });

  it('keeps its cashier when the service does not answer the sign-out', async () => {
    await signIn('EMP001', '1234');
    const fetch = async (): Promise<Response> => {
      throw new TypeError('no connection');
    };
    const cut = createTillhouse({ baseUrl, tokens: api.tokens, fetch });
    const before = session.get();
    expect(await logOut(cut)).toBe(false);
    expect([session.get(), api.tokens.get()?.access]).toEqual([before, expect.any(String)]);
    expect(await logOut(api)).toBe(true);
    expect([session.get(), api.tokens.get()]).toEqual([null, undefined]);
  });
});

describe('a supervisor with an own role that decides nothing', () => {
  const admin = () => shop.officeToken('admin');
  const post = async (path: string, body: object) => {
    const made = await shop.call('POST', path, { token: await admin(), body });
    if (made.status !== 201) throw new Error(made.text);
    return made.body;
  };
  beforeAll(async () => {
    const saved = await shop.call('PATCH', '/stores/DOWNTOWN/', {
      token: await admin(),
      body: { approval_policy: demoPolicy },
    });
    expect(saved.status).toBe(200);
    const { permissions } = (await shop.call('GET', '/roles/supervisor/', { token: await admin() }))
      .body;
    const deciding = ['return.decide', 'approval.decide', 'refund.issue'];
    const role = await post('/roles/', {
      name: 'Floor',
      base_role: 'supervisor',
      permissions: permissions.filter((one: string) => !deciding.includes(one)),
    });
    await post('/users/', {
      role: 'supervisor',
      own_role_id: role.id,
      employee_number: 'FLOOR1',
      pin_code: '9753',
      store_ids: [DOWNTOWN_ID],
    });
  });
  const tee = { variantId: 'v', sku: 'TEE-BLACK-M', unit: 'piece', priceMinor: 2_500 } as Good;
  const lowered = () => {
    const basket = addGood(EMPTY, tee, 'line');
    return setPrice(basket, 'line', 1_800);
  };

  it('needs an approval for more than 20 %, which other supervisors do not', async () => {
    await signIn('FLOOR1', '9753');
    expect(current().permissions).not.toContain('approval.decide');
    expect(needsApproval(lowered(), current())).toBe(true);
    await signIn('EMP002', '2345');
    expect(needsApproval(lowered(), current())).toBe(false);
  });

  it('asks for the decision about a return, and completes it with the approval', async () => {
    await signIn('FLOOR1', '9753');
    const token = api.tokens.get()?.access ?? '';
    const call = (path: string, body: object, by = token) =>
      shop.call('POST', path, { token: by, body });
    const sold = await sell(true);
    const lines = await query<{ id: string }>(
      shop,
      `select l.id from transaction_lines l join transactions t on t.id = l.transaction_id
       where t.transaction_number = $1`,
      [sold.transactionId],
    );
    const opened = await call('/returns/', {
      transaction: sold.transactionId,
      return_reason: 'defective',
      line_items: [{ original_line_item: lines[0]?.id, quantity: 1 }],
    });
    expect(opened.status).toBe(201);
    expect(needsDecision(current(), opened.body)).toBe(true);
    expect(needsDecision({ permissions: ['return.decide'] }, opened.body)).toBe(false);
    const outcome = { refund_to: 'cash', restock: true } as const;
    const refused = await runReturn(api, opened.body, outcome).catch((error: unknown) => error);
    expect(refused).toBeInstanceOf(ApiError);
    expect(refused).toMatchObject({ status: 403 });
    const asked = await call('/pos/approvals/request/', {
      request_type: 'refund',
      amount: MUG_TOTAL,
      reason: 'Broken',
      details: { transaction_id: sold.transactionId, return: opened.body.return_number },
    });
    const approval = asked.body.request_id;
    const decided = await call(`/pos/approvals/${approval}/approve/`, {
      approver_id: 'EMP003',
      pin_code: '3456',
    });
    expect(decided.status).toBe(200);
    const done = await runReturn(api, opened.body, outcome, { approval });
    expect([done.status, done.refund_amount]).toEqual(['completed', MUG_TOTAL]);
  });
});
