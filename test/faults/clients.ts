import { createHmac } from 'node:crypto';
import { FORM } from '../storefront/checkout-shoppers.js';
import { callService } from '../support/process.js';
import { type Ledger, note } from './ledger.js';

/** Address of the service, which may be another process by the next request. */
export type Line = {
  url(): string;
  ledger?: Ledger;
  /** A client without an answer for this long hangs up and retries. */
  timeoutMs?: number;
  /** Sequence numbers of the requests without an answer; set by callers that wait for them. */
  underWay?: Set<number>;
};

export type Answer = Awaited<ReturnType<typeof callService>>;
type Ask = { token?: string; headers?: Record<string, string>; body?: unknown; key?: string };

export const pause = (ms: number): Promise<void> => new Promise(resolve => setTimeout(resolve, ms));

const RETRY_MS = 120;

/** One request; undefined when no answer came. */
export async function tryOnce(line: Line, path: string, ask: Ask): Promise<Answer | undefined> {
  const { ledger } = line;
  const sent = performance.now();
  line.underWay?.add(sent);
  try {
    const answer = await callService(line.url(), 'POST', path, {
      token: ask.token,
      body: ask.body,
      headers: { ...ask.headers, ...(ask.key === undefined ? {} : { 'idempotency-key': ask.key }) },
      timeoutMs: line.timeoutMs,
    });
    if (ledger) note(ledger, answer.status);
    if (answer.status >= 500 && answer.status !== 503) {
      const id = answer.headers.get('x-request-id');
      ledger?.failures.push(`${path} ${answer.status} ${JSON.stringify(answer.body)} ${id}`);
    }
    return answer;
  } catch {
    if (ledger) note(ledger, 'cut');
    return undefined;
  } finally {
    line.underWay?.delete(sent);
  }
}

/**
 * Retries until there is an answer, as a till or a page does; the idempotency key makes that safe.
 * A key whose holder died stays busy for a minute, and a patient client waits for it.
 */
export async function retryUntilAnswered(
  line: Line,
  path: string,
  ask: Ask & { key: string },
  isPatient = true,
): Promise<Answer> {
  for (;;) {
    const answer = await tryOnce(line, path, ask);
    const isBusy = answer?.status === 409 && /BUSY/.test(answer.body.code);
    if (answer && answer.status < 500 && !(isBusy && isPatient)) return answer;
    await pause(RETRY_MS);
  }
}

export type Till = { terminal: string; employee: string; token: string };

const PINS: Record<string, string> = { EMP001: '1234', EMP003: '3456', EMP004: '4567' };

export async function openTill(url: string, terminal: string, employee = 'EMP001'): Promise<Till> {
  const body = {
    employee_id: employee,
    pin_code: PINS[employee],
    store_id: 'DOWNTOWN',
    terminal_id: terminal,
  };
  const answer = await callService(url, 'POST', '/pos/auth/terminal-login/', { body });
  return { terminal, employee, token: answer.body.token };
}

/** One unit for 12.50, which is 13.53 with the tax of DOWNTOWN. */
export const saleOf = (sku: string, employee = 'EMP001') => ({
  store_id: 'DOWNTOWN',
  employee_id: employee,
  line_items: [{ sku, quantity: 1, unit_price: '12.50', subtotal: '12.50' }],
  subtotal: '12.50',
  tax_amount: '1.03',
  total_amount: '13.53',
});
export const TOTAL_MINOR = 1_353;
export const CASH = { payment_method_id: 'cash', tendered_amount: '20.00' };

export type Shopper = { visit: { token: string }; id: string };

/** True once the order is acknowledged, false once it is refused for good. */
export async function order(line: Line, { visit, id }: Shopper): Promise<boolean> {
  const headers = { 'x-cart-session-token': visit.token };
  const token = id.charCodeAt(id.length - 1) % 3 === 0 ? 'tok_challenge' : 'tok_ok';
  const reply = await retryUntilAnswered(line, '/web-commerce/checkout/complete/', {
    headers,
    key: `complete-${id}`,
    body: {
      checkout_session_id: id,
      payment_method_id: 'card',
      payment_data: { token },
      checkout_form_data: FORM,
    },
  });
  if (reply.status !== 200) return false;
  if (reply.body.receipt_token !== undefined) return true;
  const body = { checkout_session_id: id };
  const confirmed = await retryUntilAnswered(line, '/payments/confirm/', {
    headers,
    key: `confirm-${id}`,
    body,
  });
  return confirmed.status === 200;
}

export const PRIMARY_SECRET = 'primary-secret-for-faults';

export const sign = (secret: string, time: number, body: object): Buffer =>
  createHmac('sha256', secret)
    .update(`${time}.${JSON.stringify(body)}`)
    .digest();

/** The event that the processor sends when a card has paid. */
export function paymentEvent(eventId: string, intent: string) {
  const body = {
    id: eventId,
    type: 'payment_intent.succeeded',
    data: { object: { id: intent, amount_received: TOTAL_MINOR, currency: 'usd' } },
  };
  const time = Math.floor(Date.now() / 1_000);
  const digest = sign(PRIMARY_SECRET, time, body).toString('hex');
  return { body, headers: { 'processor-signature': `t=${time},v1=${digest}` } };
}
