import { randomBytes, randomUUID } from 'node:crypto';
import { work } from '../../src/app.js';
import { checkInvariants } from '../../src/domains/ops/check-invariants.js';
import { processorFor } from '../../src/domains/payments/index.js';
import { hashesOfCode } from '../../src/domains/stored-value/index.js';
import { attemptQueue } from '../../src/domains/storefront/checkout/attempt/recover-attempts.js';
import { uncertainQueue } from '../../src/domains/storefront/checkout/uncertain/resolve-uncertain-charges.js';
import { statement } from '../../src/platform/database/tx.js';
import { CHAIN_STREAM, eventsAfter, lastSeq } from '../../src/platform/work/events/repository.js';
import { drainQueue } from '../../src/platform/work/queues/run-queue.js';
import { customer, DOWNTOWN_ID } from '../../src/seed/data.js';
import { openShop, type Reply, type Shop } from '../support/service.js';
import { money } from './cents.js';
import { readRecords } from './ledger.js';
import { CODE_LIMIT, type Goods, type Payment, type Refund } from './state.js';
import { isTill, SHIFTLESS, type Till, type Who } from './tills.js';

export const STORE_ID = DOWNTOWN_ID;

/** What the store keeps of a cancelled layaway. */
export const LAYAWAY_FEE = 250;

const MINUTE_MS = 60_000;
const LOGIN_LASTS_MS = 10 * MINUTE_MS;

type Sent = { method: string; url: string; who: Who; body: unknown; key: string; reply: Reply };

/** The jobs and consumers that change money or stock. */
const CONSUMERS = work.consumers.filter(({ name }) =>
  /^(transactions|returns|fulfillments|storefront|promotions|loyalty):/.test(name),
);
const STREAMS = [CHAIN_STREAM, DOWNTOWN_ID];

export type Setup = { prices: readonly number[]; stock: readonly number[] };

/** One service for all runs. Commands run its jobs and move its clock. */
export class House {
  readonly #logins: { who: Till | string; token: string; at: number }[] = [];
  readonly #start = Date.now();
  offset = 0;

  private constructor(
    readonly shop: Shop,
    readonly tills: readonly Till[],
  ) {}

  static async open(tills: readonly Till[] = [SHIFTLESS]): Promise<House> {
    const clock = { now: () => new Date() };
    const shop = await openShop({ background: false, clock });
    const house = new House(shop, tills);
    clock.now = () => new Date(house.#start + house.offset);
    // More points than any run spends, so that what is left of them decides nothing.
    await statement(
      shop.platform.db,
      `insert into value_entries (id, account_id, kind, amount, occurred_at)
       select gen_random_uuid(), id, 'opening', 1000000000, now() from value_accounts
       where kind = 'points' and customer_id = $1`,
      [customer.id],
    );
    // Prices are exact: only the run's own promo code lowers them.
    await statement(shop.platform.db, 'update promotions set is_active = false');
    await statement(shop.platform.db, 'update stores set layaway_fee = $1', [money(LAYAWAY_FEE)]);
    return house;
  }

  /** Logs in at the model's time; moving the clock ends logins. */
  async login(who: Till | 'office' | 'admin'): Promise<string> {
    const known = this.#logins.find(
      login =>
        login.who === who && login.at <= this.offset && this.offset < login.at + LOGIN_LASTS_MS,
    );
    if (known) return known.token;
    const token =
      typeof who === 'string' ? await this.#officeToken(who) : await this.#tillToken(who);
    this.#logins.push({ who, token, at: this.offset });
    return token;
  }

  /** Logs in at a till for one request only: a later login there would end the earlier one. */
  async #tillToken({ terminal, employee, pin }: Till): Promise<string> {
    const body = {
      employee_id: employee,
      pin_code: pin,
      store_id: 'DOWNTOWN',
      terminal_id: this.offset === 0 ? terminal : `${terminal}-${this.offset}`,
    };
    return (await this.shop.call('POST', '/pos/auth/terminal-login/', { body })).body.token;
  }

  async #officeToken(who: 'office' | 'admin'): Promise<string> {
    const username = who === 'office' ? 'manager' : who;
    const body = { username, password: `${username}-demo` };
    return (await this.shop.call('POST', '/auth/login/', { body })).body.access;
  }

  /** New articles, a new promo code and the clock reset isolate a run from the others. */
  async begin(setup: Setup): Promise<{ world: World; goods: Goods[] }> {
    this.offset = 0;
    const name = `RUN${randomBytes(5).toString('hex').toUpperCase()}`;
    const token = await this.login('admin');
    const post = async (url: string, body: unknown) => {
      const reply = await this.shop.call('POST', url, { token, body });
      if (reply.status !== 201) throw new Error(`${url}: ${reply.text}`);
      return reply.body;
    };
    const goods = setup.prices.map((price, n) => ({
      sku: `${name}-${'ABCD'[n]}`,
      price,
      exempt: n === 2,
      digital: n === 3,
      onHand: setup.stock[n] ?? 0,
      reserved: 0,
    }));
    for (const { sku, price, exempt, digital, onHand } of goods) {
      await post('/products/', {
        name: sku,
        slug: sku.toLowerCase(),
        is_tax_exempt: exempt,
        is_digital: digital,
        variants: [{ sku, price: money(price) }],
      });
      if (!digital) await post('/inventory-levels/', { store: 'DOWNTOWN', sku, on_hand: onHand });
    }
    const promotion = await post('/promotions/', {
      name,
      kind: 'percentage',
      value: '10.00',
      requires_code: true,
    });
    await post('/promo-codes/', {
      code: name,
      promotion_id: promotion.id,
      usage_limit: CODE_LIMIT,
    });
    // All runs share one address, and their promo code attempts exceed its rate limit.
    await this.shop.platform.limits.clearThrottle('promo-codes', '127.0.0.1');
    // A store holds a limited number of sales; those of other runs count.
    await statement(this.shop.platform.db, 'delete from held_sales');
    const world = new World(this, name);
    await world.forgetTheRest();
    return { world, goods };
  }
}

/** The effects of one run's commands on the service. */
export class World {
  readonly #seen = new Map<string, number>();
  last: Sent | undefined;

  constructor(
    readonly house: House,
    /** Prefix of its SKUs, and its promo code. */
    readonly name: string,
  ) {}

  async call(method: string, url: string, who: Who, body?: unknown, key?: string): Promise<Reply> {
    const { shop } = this.house;
    const headers: Record<string, string> = key === undefined ? {} : { 'idempotency-key': key };
    if (who !== 'office' && !isTill(who)) {
      if (who.token !== '') headers['x-cart-session-token'] = who.token;
      return shop.call(method, url, { headers, body });
    }
    return shop.call(method, url, { token: await this.house.login(who), headers, body });
  }

  /** Sends a request under a new key and keeps it for a repetition. */
  async keyed(url: string, who: Who, body: unknown): Promise<Reply> {
    const key = randomUUID();
    const reply = await this.call('POST', url, who, body, key);
    this.last = { method: 'POST', url, who, body, key, reply };
    return reply;
  }

  /** An approval of the manager for a request of a till. */
  async approval(till: Till, type: string, amount: number, sale: string): Promise<string> {
    const asked = await this.call('POST', '/pos/approvals/request/', till, {
      request_type: type,
      amount: money(amount),
      reason: 'The customer asked',
      details: { transaction_id: sale },
    });
    const id: string = asked.body.request_id;
    const given = await this.call('POST', `/pos/approvals/${id}/approve/`, 'office');
    if (given.status !== 200) throw new Error(`${asked.text} ${given.text}`);
    return id;
  }

  /** Refunds of a payment as the office lists them, oldest first. */
  async refundOf(payment: Payment, refund: Refund): Promise<Reply['body']> {
    const reply = await this.call('GET', `/payments/refunds/?payment=${payment.id}`, 'office');
    if (reply.status !== 200) throw new Error(reply.text);
    return reply.body.toReversed()[payment.refunds.indexOf(refund)];
  }

  /** A charge made by a card reader. */
  async charge(amountMinor: number): Promise<string> {
    const outcome = await processorFor(this.house.shop.platform, 'primary').charge({
      amountMinor,
      currency: 'USD',
      token: 'tok_ok',
      idempotencyKey: randomUUID(),
    });
    if (outcome.outcome !== 'succeeded') throw new Error(`not charged: ${outcome.outcome}`);
    return outcome.paymentId;
  }

  /** The account of a gift card, which answers name by its code only. */
  async accountOf(code: string): Promise<string> {
    const { db, config } = this.house.shop.platform;
    const [row] = await statement<{ id: string }>(
      db,
      'select id from value_accounts where code_hash = any($1::bytea[])',
      [hashesOfCode(config, code)],
    );
    if (row === undefined) throw new Error('the card has no account');
    return row.id;
  }

  async forgetTheRest(): Promise<void> {
    const { shop } = this.house;
    await shop.settleEvents();
    for (const stream of STREAMS) {
      this.#seen.set(stream, await lastSeq(shop.platform.db, stream));
    }
  }

  /** Runs all event consumers, starting with the given one, until no event is left. */
  async settle(first: number): Promise<void> {
    const { shop } = this.house;
    for (;;) {
      await shop.settleEvents();
      const events = [];
      for (const stream of STREAMS) {
        const found = await eventsAfter(
          shop.platform.db,
          stream,
          this.#seen.get(stream) ?? 0,
          10_000,
        );
        this.#seen.set(stream, found.at(-1)?.seq ?? this.#seen.get(stream) ?? 0);
        events.push(...found);
      }
      if (events.length === 0) return;
      for (let n = 0; n < CONSUMERS.length; n += 1) {
        const consumer = CONSUMERS[(first + n) % CONSUMERS.length];
        const mine = events.filter(event => consumer?.events.includes(event.event));
        if (consumer && mine.length > 0) await consumer.handle(shop.platform, mine);
      }
    }
  }

  /** Runs the jobs that are due by now and the checks of open challenges. */
  async runJobs(challenges: readonly string[]): Promise<void> {
    const { platform } = this.house.shop;
    await statement(
      platform.db,
      `update checkout_attempts set lease_until = now() - interval '1 second'
       where checkout_id = any($1::uuid[]) and draft is null`,
      [challenges],
    );
    await drainQueue(platform, attemptQueue);
    await drainQueue(platform, uncertainQueue);
    for (const name of ['expire-checkouts', 'expire-orders']) {
      await work.jobs.find(job => job.name === `storefront:${name}`)?.run(platform, {});
    }
  }

  books(known: Parameters<typeof readRecords>[2]) {
    return readRecords(this.house.shop.platform.db, this.name, known);
  }

  /** The violated invariants of the service. */
  async brokenBooks(): Promise<string[]> {
    const checks = await checkInvariants(this.house.shop.platform.db);
    return checks
      .filter(check => check.offending > 0)
      .map(({ name, ids }) => `${name}: ${ids.join(' ')}`);
  }
}
