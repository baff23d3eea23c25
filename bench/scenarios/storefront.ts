import { addLine } from '../../src/domains/storefront/carts/repository.js';
import { statement } from '../../src/platform/database/tx.js';
import { newId } from '../../src/platform/ids.js';
import { DOWNTOWN_ID } from '../../src/seed/data.js';
import { FORM } from '../../test/storefront/checkout-shoppers.js';
import { type Bench, LANES, ms, perSecond, type Row, times } from '../bench.js';
import { measure, median, type Sample } from '../load.js';

const SKU = 'BEANS-1KG';
/** A line holds at most 999 units; then the shopper takes a new cart. */
const ADDS_PER_CART = 500;

type Visit = { cart: string; token: string };

async function visit({ call }: Bench): Promise<Visit> {
  const body = { email: 'ada@example.com', store_id: DOWNTOWN_ID };
  const answer = await call('POST', '/web-commerce/session/create/', body);
  const { cart_id: cart, cart_token: token } = JSON.parse(answer.text);
  return { cart, token };
}

const asGuest = (token: string) => ({ 'x-cart-session-token': token });

async function addOne({ call }: Bench, { cart, token }: Visit): Promise<void> {
  const body = { sku: SKU, quantity: 1, store_id: DOWNTOWN_ID };
  const path = `/web-commerce/cart/${cart}/add/`;
  const answer = await call('POST', path, body, undefined, asGuest(token));
  if (answer.status !== 200) throw new Error(`add answered ${answer.status}: ${answer.text}`);
}

/** Shoppers fill carts, beside the same statement in a bare loop. */
export async function addToCart(bench: Bench): Promise<Row[]> {
  await fillShelf(bench);
  const service: Sample[] = [];
  const bare: Sample[] = [];
  for (let round = 0; round < bench.repetitions; round += 1) {
    const visits = await Promise.all(Array.from({ length: LANES }, () => visit(bench)));
    const sessions = await sessionsOf(bench, visits);
    bare.push(
      await measure(LANES, bench.seconds, async (lane, turn) => {
        if (turn % ADDS_PER_CART === 0) await emptied(bench, visits[lane] as Visit);
        await bareAdd(bench, visits[lane] as Visit, sessions.get(visits[lane]?.cart ?? '') ?? '');
      }),
    );
    service.push(
      await measure(LANES, bench.seconds, async (lane, turn) => {
        if (turn % ADDS_PER_CART === 0) visits[lane] = await visit(bench);
        await addOne(bench, visits[lane] as Visit);
      }),
    );
  }
  return rows('add to cart', 'service, one line more', service, bare, '≤ 3 × the bare SQL');
}

const emptied = ({ db }: Bench, { cart }: Visit) =>
  statement(db, 'delete from cart_lines where cart_id = $1', [cart]);

async function bareAdd({ db }: Bench, { cart }: Visit, sessionId: string): Promise<void> {
  const wish = { cartId: cart, sessionId, sku: SKU, quantity: 1, now: new Date() };
  const put = await addLine(db, { ...wish, storeId: DOWNTOWN_ID });
  if (!put?.done) throw new Error('the bare line was not added');
}

async function sessionsOf({ db }: Bench, visits: Visit[]): Promise<Map<string, string>> {
  const found = await statement<{ id: string; session_id: string }>(
    db,
    'select id, session_id from carts where id = any($1::uuid[])',
    [visits.map(({ cart }) => cart)],
  );
  return new Map(found.map(row => [row.id, row.session_id]));
}

/** The whole way of a guest: session, cart, checkout, card, order. */
export async function guestCheckout(bench: Bench): Promise<Row[]> {
  await fillShelf(bench);
  const service: Sample[] = [];
  for (let round = 0; round < bench.repetitions; round += 1) {
    service.push(await measure(LANES, bench.seconds, () => order(bench)));
  }
  const http = median(service);
  return [
    {
      scenario: 'guest checkout',
      measure: 'service, session to placed order in four requests',
      value: `${perSecond(http.perSecond)}, p50 ${ms(http.p50)}, p99 ${ms(http.p99)}`,
      ratio: '',
      target: '',
    },
  ];
}

async function order(bench: Bench): Promise<void> {
  const guest = await visit(bench);
  await addOne(bench, guest);
  const headers = asGuest(guest.token);
  const begun = await bench.call(
    'POST',
    '/web-commerce/checkout/initiate/',
    { cart_id: guest.cart, store_id: DOWNTOWN_ID, fulfillment_method: 'ship' },
    undefined,
    headers,
  );
  const placed = await bench.call(
    'POST',
    '/web-commerce/checkout/complete/',
    {
      checkout_session_id: JSON.parse(begun.text).checkout.id,
      payment_method_id: 'card',
      payment_data: { token: 'tok_ok' },
      checkout_form_data: { ...FORM, email: `${newId()}@example.com` },
    },
    undefined,
    headers,
  );
  if (placed.status !== 200) throw new Error(`order answered ${placed.status}: ${placed.text}`);
}

/** Shoppers search the catalogue, beside a route that only checks a login and answers a constant. */
export async function catalogueSearch(bench: Bench): Promise<Row[]> {
  const manager = await bench.manager();
  const words = ['mug', 'tee', 'coffee', 'lamp', 'wine', 'oak', 'linen', 'poster'];
  const service: Sample[] = [];
  const empty: Sample[] = [];
  for (let round = 0; round < bench.repetitions; round += 1) {
    empty.push(
      await measure(LANES, bench.seconds, async () => {
        await bench.call('GET', '/integrations/manual-sync/', undefined, manager);
      }),
    );
    service.push(
      await measure(LANES, bench.seconds, async (lane, turn) => {
        const path = `/web-commerce/products/?store_id=${DOWNTOWN_ID}&q=${words[(lane + turn) % words.length]}`;
        const answer = await bench.call('GET', path);
        if (answer.status !== 200) throw new Error(`search answered ${answer.status}`);
      }),
    );
  }
  return rows('catalogue search', 'service, cached words', service, empty, 'beside an empty route');
}

function rows(
  scenario: string,
  what: string,
  service: Sample[],
  limit: Sample[],
  target: string,
): Row[] {
  const http = median(service);
  const floor = median(limit);
  const value = (sample: Sample): string =>
    `${perSecond(sample.perSecond)}, p50 ${ms(sample.p50)}, p99 ${ms(sample.p99)}`;
  return [
    {
      scenario,
      measure: what,
      value: value(http),
      ratio: times(floor.perSecond / http.perSecond),
      target,
    },
    { scenario: '', measure: 'its limit', value: value(floor), ratio: '1', target: '' },
  ];
}

async function fillShelf({ call, manager }: Bench): Promise<void> {
  const body = { store: 'DOWNTOWN', sku: SKU, quantity: 1_000_000, reason: 'Benchmark' };
  const answer = await call('POST', '/inventory-levels/adjust/', body, await manager());
  if (answer.status >= 300) throw new Error(`adjust answered ${answer.status}: ${answer.text}`);
}
