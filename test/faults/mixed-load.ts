import { type Dice, dice } from '../support/dice.js';
import {
  CASH,
  type Line,
  order,
  pause,
  paymentEvent,
  retryUntilAnswered,
  type Shopper,
  saleOf,
  type Till,
  TOTAL_MINOR,
  tryOnce,
} from './clients.js';
import { acknowledged, type Ledger } from './ledger.js';

export const TILL_SKU = 'FAULT-TILL';
export const WEB_SKU = 'FAULT-WEB';

const SHOPPERS_AT_ONCE = 3;

export type Load = {
  /** Resolves once this many more requests are acknowledged. */
  acknowledges(more: number, withinMs: number): Promise<boolean>;
  /** Waits until every request sent before now has an answer. */
  drained(): Promise<void>;
  /** Starts nothing new and finishes what is started. */
  finish(): Promise<void>;
};

export type LoadOptions = {
  line: Line & { ledger: Ledger };
  tills: readonly Till[];
  shoppers: readonly Shopper[];
  seed: number;
  /** Prefix that keeps this round's keys apart from all others. */
  name: string;
};

/**
 * A busy store: tills sell for cash and card and void some sales, shoppers order in the web shop,
 * and the processor reports paid cards. Every client retries until it gets an answer.
 */
export function startLoad({ line, tills, shoppers, seed, name }: LoadOptions): Load {
  const { ledger } = line;
  const underWay = new Set<number>();
  line.underWay = underWay;
  let done = false;
  const queue = [...shoppers];
  const keepOrdering = async (): Promise<void> => {
    for (let next = queue.shift(); next !== undefined && !done; next = queue.shift()) {
      ledger.checkouts.push(next.id);
      if (await order(line, next)) ledger.ordered.add(next.id);
    }
  };
  const clients = [
    ...tills.map((till, n) =>
      keepSelling(
        { line, till, random: dice(seed * 31 + n), name: `${name}-${till.terminal}` },
        () => done,
      ),
    ),
    ...Array.from({ length: SHOPPERS_AT_ONCE }, keepOrdering),
  ];
  const working = Promise.all(clients);
  // An unexpected answer ends the round; without this handler it would end the process.
  working.catch(() => undefined);
  return {
    acknowledges: async (more, withinMs) => {
      const enough = acknowledged(ledger) + more;
      const end = performance.now() + withinMs;
      while (acknowledged(ledger) < enough && performance.now() < end) await pause(2);
      return acknowledged(ledger) >= enough;
    },
    drained: async () => {
      const now = performance.now();
      while ([...underWay].some(sent => sent < now)) await pause(5);
    },
    finish: async () => {
      done = true;
      await working;
    },
  };
}

type Seller = { line: Line & { ledger: Ledger }; till: Till; random: Dice; name: string };

async function keepSelling(seller: Seller, isDone: () => boolean): Promise<void> {
  const { line, till, random, name } = seller;
  for (let n = 0; !isDone(); n += 1) {
    const key = `${name}-${n}`;
    const rung = await retryUntilAnswered(line, '/pos/transactions/create/', {
      token: till.token,
      key: `ring-${key}`,
      body: saleOf(TILL_SKU, till.employee),
    });
    if (rung.status !== 201) throw wrong('ringing up', rung);
    const sale: string = rung.body.transaction.transaction_id;
    line.ledger.rung.set(sale, till.terminal);
    const intent = random.chance(0.4) ? await prepareCard(seller, key) : undefined;
    await pay(seller, sale, key, intent);
    if (intent !== undefined && random.chance(0.7)) await report(line, intent);
    if (random.chance(0.25)) await undo(seller, sale, key);
  }
}

const wrong = (what: string, { status, body }: { status: number; body: unknown }): Error =>
  new Error(`${what} answered ${status} ${JSON.stringify(body)}`);

/**
 * The charge for a card reader; undefined when the till has exceeded the processor's rate limit.
 */
async function prepareCard({ line, till }: Seller, key: string): Promise<string | undefined> {
  const body = { amount: TOTAL_MINOR, currency: 'usd', processor_type: 'primary' };
  const answer = await retryUntilAnswered(line, '/payments/terminal/create-payment/', {
    token: till.token,
    key: `card-${key}`,
    body,
  });
  if (answer.status === 429) return undefined;
  if (answer.status !== 201) throw wrong('the card reader', answer);
  return answer.body.payment_intent_id;
}

async function pay(
  { line, till }: Seller,
  sale: string,
  key: string,
  intent: string | undefined,
): Promise<void> {
  const card = {
    payment_method_id: 'card',
    tendered_amount: '13.53',
    processor_transaction_id: intent,
  };
  const paid = await retryUntilAnswered(line, `/pos/transactions/${sale}/payment/`, {
    token: till.token,
    key: `pay-${key}`,
    body: intent === undefined ? CASH : card,
  });
  if (paid.status !== 202) throw wrong('the payment', paid);
  line.ledger.paid.set(sale, { method: intent === undefined ? 'cash' : 'card', intent });
}

/** The processor redelivers until it gets 200; "processing" is a success too. */
async function report(line: Line & { ledger: Ledger }, intent: string): Promise<void> {
  const eventId = `evt_${intent}`;
  for (;;) {
    const { body, headers } = paymentEvent(eventId, intent);
    const answer = await tryOnce(line, '/payments/webhook/primary/', { body, headers });
    if (answer?.status === 200) break;
    if (answer && answer.status < 500) throw wrong('the webhook', answer);
    await pause(100);
  }
  line.ledger.accepted.set(eventId, intent);
}

async function undo({ line, till }: Seller, sale: string, key: string): Promise<void> {
  const answer = await retryUntilAnswered(line, `/transactions/${sale}/void/`, {
    token: till.token,
    key: `void-${key}`,
    body: { reason: 'Wrong sale' },
  });
  if (answer.status !== 200) throw wrong('the void', answer);
  line.ledger.voided.add(sale);
}
