import { newId } from '../../src/platform/ids.js';
import { DOWNTOWN_ID } from '../../src/seed/data.js';
import { FORM } from '../../test/storefront/checkout-shoppers.js';
import { startBareRoute } from '../bare-route.js';
import { type Bench, LANES, type Row } from '../bench.js';
import { compareWithSql, pairOfRows } from '../compare.js';
import { type Caller, measure, median, type Sample } from '../load.js';
import { profiled } from '../profile.js';

/** Eight shoppers buy eight products, so that they do not wait for the same stock row. */
export const SKUS = [
  'BEANS-1KG',
  'BEANIE-NAVY',
  'BEANIE-RUST',
  'BOTTLE-GREEN',
  'BOTTLE-STEEL',
  'CANDLE-CEDAR',
  'CANDLE-FIG',
  'SOCKS-M',
];
/** A line holds at most 999 units, so a cart is replaced after 500. */
const ADDS_PER_CART = 500;

type Visit = { cart: string; token: string };

export async function visit(call: Caller): Promise<Visit> {
  const body = { email: 'ada@example.com', store_id: DOWNTOWN_ID };
  const answer = await call('POST', '/web-commerce/session/create/', body);
  if (answer.status !== 201) throw new Error(`session answered ${answer.status}: ${answer.text}`);
  const { cart_id: cart, cart_token: token } = JSON.parse(answer.text);
  return { cart, token };
}

const asGuest = (token: string) => ({ 'x-cart-session-token': token });

const addOne = (call: Caller, guest: Visit, lane: number): Promise<void> =>
  addUnit(call, guest, SKUS[lane] ?? '');

export async function addUnit(call: Caller, { cart, token }: Visit, sku: string): Promise<void> {
  const body = { sku, quantity: 1, store_id: DOWNTOWN_ID };
  const path = `/web-commerce/cart/${cart}/add/`;
  const answer = await call('POST', path, body, undefined, asGuest(token));
  if (answer.status !== 200) throw new Error(`add answered ${answer.status}: ${answer.text}`);
}

export async function addToCart(bench: Bench): Promise<Row[]> {
  await fillShelf(bench);
  return compareWithSql(bench, {
    scenario: 'add to cart',
    measure: 'one unit added',
    target: '≤ 3 × the bare SQL',
    ready: visit,
    iterationsPerReady: ADDS_PER_CART,
    run: addOne,
  });
}

export async function newCart(bench: Bench): Promise<Row[]> {
  await fillShelf(bench);
  return compareWithSql(bench, {
    scenario: 'new cart',
    measure: 'session + first unit, two requests',
    target: 'main ratio ≤ 3',
    minimal: 'new-cart',
    run: (call, _ready, lane) => beginCart(call, lane),
  });
}

export async function beginCart(call: Caller, lane: number): Promise<void> {
  await addOne(call, await visit(call), lane);
}

/** A complete guest checkout: session, cart, checkout, card, order. */
export async function guestCheckout(bench: Bench): Promise<Row[]> {
  await fillShelf(bench);
  return compareWithSql(bench, {
    scenario: 'guest checkout',
    measure: 'session to placed order, four requests',
    target: 'main ratio ≤ 3',
    minimal: 'guest-checkout',
    run: (call, _ready, lane) => placeOrder(call, lane),
  });
}

export async function placeOrder(call: Caller, lane: number): Promise<void> {
  const guest = await visit(call);
  await addOne(call, guest, lane);
  const headers = asGuest(guest.token);
  const begun = await call(
    'POST',
    '/web-commerce/checkout/initiate/',
    { cart_id: guest.cart, store_id: DOWNTOWN_ID, fulfillment_method: 'ship' },
    undefined,
    headers,
  );
  const placed = await call(
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

const WORDS = ['mug', 'tee', 'coffee', 'lamp', 'wine', 'oak', 'linen', 'poster'];

/** Catalogue search, compared with a bare route that returns as many bytes. */
export async function catalogueSearch(bench: Bench): Promise<Row[]> {
  const search = async (lane: number, iteration: number): Promise<string> => {
    const path = `/web-commerce/products/?store_id=${DOWNTOWN_ID}&q=${WORDS[(lane + iteration) % WORDS.length]}`;
    const answer = await bench.call('GET', path);
    if (answer.status !== 200) throw new Error(`search answered ${answer.status}`);
    return answer.text;
  };
  const bare = await startBareRoute(await search(0, 0));
  const service: Sample[] = [];
  const limit: Sample[] = [];
  for (let round = 0; round < bench.repetitions; round += 1) {
    limit.push(await bare.load(bench.seconds));
    const run = () => measure(LANES, bench.seconds, search, { meter: bench.meter });
    service.push(await profiled(bench, 'catalogue search', run));
  }
  bare.stop();
  return pairOfRows(
    { scenario: 'catalogue search', measure: 'eight words', target: '' },
    median(service),
    median(limit),
    { name: 'bare Fastify route' },
  );
}

export const fillShelf = async (bench: Bench): Promise<void> =>
  fillShelves(bench.call, await bench.manager());

export async function fillShelves(call: Caller, token: string): Promise<void> {
  for (const sku of SKUS) {
    const body = { store: 'DOWNTOWN', sku, quantity: 1_000_000, reason: 'Benchmark' };
    const answer = await call('POST', '/inventory-levels/adjust/', body, token);
    if (answer.status >= 300) throw new Error(`adjust answered ${answer.status}: ${answer.text}`);
  }
}
