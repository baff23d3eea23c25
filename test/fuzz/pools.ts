import type { Dice } from '../support/dice.js';

/** The collection whose answers supply the values of a field or path parameter. */
const COLLECTION_OF: Record<string, string> = {
  store: '/stores/',
  store_code: '/stores/',
  from_store: '/stores/',
  to_store: '/stores/',
  site: '/sites/',
  user: '/users/',
  assigned_to: '/users/',
  approver: '/users/',
  employee: '/users/',
  customer: '/users/',
  product: '/products/',
  variant: '/product-variants/',
  product_variant: '/product-variants/',
  category: '/categories/',
  parent: '/categories/',
  brand: '/brands/',
  product_type: '/product-types/',
  collection: '/collections/',
  payment: '/payments/',
  transaction: '/transactions/',
  promotion: '/promotions/',
  campaign: '/campaigns/',
  zone: '/zones/',
  delivery: '/tasks/delivery-schedules/',
  cart: '/web-commerce/cart/',
  checkout_session: '/web-commerce/checkout/',
  saved_address: '/web-commerce/saved-addresses/',
  approval_request: '/pos/approvals/',
  original_line_item: '/line-items/',
};

/** Other paths of the same records. */
const SAME: Record<string, string> = {
  '/sale-transactions/': '/transactions/',
  '/pos/transactions/': '/transactions/',
  '/payments/payments/': '/payments/',
  '/pos/approvals/status/': '/pos/approvals/',
  '/pos/approvals/request/': '/pos/approvals/',
  '/web-commerce/checkout/initiate/': '/web-commerce/checkout/',
  '/web-commerce/session/create/': '/web-commerce/cart/',
  '/web-commerce/session/store/': '/web-commerce/cart/',
  '/web-commerce/products/': '/products/',
  '/loyalty/accounts/': '/users/',
};

/**
 * Random changes could close the shop here, so only records that the fuzzer created are changed.
 */
const KEPT = new Set([
  '/stores/',
  '/users/',
  '/payment-methods/',
  '/tax-jurisdictions/',
  '/promotions/',
  '/promo-codes/',
]);

const MAX_EACH = 300;
/** Fields that identify a record, by collection. */
const NAMES = ['transactionId', 'transaction_id', 'task_id', 'delivery_id', 'code', 'slug'];
const MORE_NAMES = [
  'cart_id',
  'request_id',
  'event_id',
  'return_number',
  'kind',
  'employee_number',
];

export type Sku = { sku: string; price: string };
export type Line = { id: string; transactionId: string };

const plural = (name: string): string => name.replace(/_?(ids|id|Id)$/, '').replace(/^\?/, '');
const canonical = (path: string): string => SAME[path] ?? path;

/** Records named in answers: requests that use them get past "not found", also across stores. */
export class Pools {
  readonly #all = new Map<string, string[]>();
  readonly #own = new Map<string, string[]>();
  readonly #storeOf = new Map<string, string>();
  /** Records private to one caller. */
  readonly #mine = new Map<string, string>();
  /** The caller of the request under construction. */
  caller = '';
  readonly skus: Sku[] = [{ sku: 'MUG-WHITE', price: '12.50' }];
  readonly lines: Line[] = [];

  /** `path` is the collection that answered; `made` is true if the record is new. */
  learn(path: string, text: string, made: boolean, caller = ''): void {
    if (text.length > 200_000) return;
    const answer: unknown = parsed(text);
    const cart = /"cart_id":"([\w-]+)"/.exec(text)?.[1];
    if (cart) this.#mine.set(`/web-commerce/cart/ ${caller}`, cart);
    const checkout = /"session_id":"([\w-]+)","status":"checkout/.exec(text)?.[1];
    if (checkout) this.#mine.set(`/web-commerce/checkout/ ${caller}`, checkout);
    for (const item of Array.isArray(answer) ? answer.slice(0, 50) : [answer]) {
      if (typeof item === 'object' && item !== null) this.#take(canonical(path), item, made);
    }
  }

  #take(path: string, answer: object, made: boolean): void {
    const record = { ...answer, ...inner(answer) } as Record<string, unknown>;
    const store = record.store ?? record.store_id;
    for (const name of ['id', ...NAMES, ...MORE_NAMES]) {
      const value = record[name];
      if (typeof value !== 'string' && typeof value !== 'number') continue;
      const id = String(value);
      keep(this.#all, path, id);
      if (made) keep(this.#own, path, id);
      if (typeof store === 'string') this.#storeOf.set(id, store);
    }
    const { sku, price, id, transactionId } = record;
    if (typeof sku === 'string' && typeof price === 'string' && this.skus.length < MAX_EACH) {
      this.skus.push({ sku, price });
    }
    if (path === '/line-items/' && this.lines.length < MAX_EACH) {
      this.lines.push({ id: String(id), transactionId: String(transactionId) });
    }
  }

  /** A record of the collection; if it is to be changed, one that is safe to change. */
  from(path: string, random: Dice, isChange = false): string | undefined {
    const place = canonical(path);
    const mine = this.#mine.get(`${place} ${this.caller}`);
    if (mine !== undefined && random.chance(0.8)) return mine;
    const source = isChange && KEPT.has(place) && random.chance(0.97) ? this.#own : this.#all;
    const ids = source.get(place);
    return ids && ids.length > 0 ? random.pick(ids) : undefined;
  }

  /** Known values for a field of this name. */
  named(field: string, random: Dice): string | undefined {
    if (field === 'sku') return random.pick(this.skus).sku;
    const place = COLLECTION_OF[plural(field)];
    return place === undefined ? undefined : this.from(place, random);
  }

  any(random: Dice): string | undefined {
    const places = [...this.#all.values()];
    return places.length > 0 ? random.pick(random.pick(places)) : undefined;
  }

  storeOf(id: string): string | undefined {
    return this.#storeOf.get(id);
  }

  sizes(): Record<string, number> {
    return Object.fromEntries([...this.#all].map(([path, ids]) => [path, ids.length]));
  }
}

/** Newest last; a full pool drops its oldest values, which may be deleted by now. */
function keep(pools: Map<string, string[]>, path: string, id: string): void {
  const ids = pools.get(path) ?? [];
  pools.set(path, ids);
  if (ids.includes(id)) return;
  ids.push(id);
  if (ids.length > MAX_EACH) ids.shift();
}

/** Tills and web shops wrap their answers. */
const inner = (answer: object): object =>
  Object.values(answer).find(
    value => typeof value === 'object' && value !== null && !Array.isArray(value),
  ) ?? {};

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
