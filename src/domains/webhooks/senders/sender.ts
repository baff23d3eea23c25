import type { IncomingHttpHeaders } from 'node:http';
import type { Platform } from '../../../platform/platform.js';
import type { ProcessorType } from '../../payments/index.js';
import type { Report } from '../rules.js';

/** What arrived, byte by byte. */
export type Delivery = { headers: IncomingHttpHeaders; body: Buffer };

/** An event of a kind we do nothing about, or what it says of a payment (`undefined`: of none). */
export type Reading =
  | { handled: false; reason: string }
  | { handled: true; report: Report | undefined };

/** A company whose events we take: how it proves itself and how its events read. */
export interface Sender {
  readonly processor: ProcessorType;
  /** Its signature covers too little to act on; the payment is asked for again. */
  readonly isAskedAgain?: boolean;
  isGenuine(platform: Platform, delivery: Delivery): Promise<boolean>;
  /** Whatever stands where id and type belong. */
  identify(payload: unknown): { id: unknown; type: unknown };
  read(type: string, payload: unknown): Reading;
}

export const UNSUPPORTED: Reading = { handled: false, reason: 'event_type_not_supported' };

export const header = (delivery: Delivery, name: string): string | undefined => {
  const value = delivery.headers[name];
  return typeof value === 'string' ? value : undefined;
};

/** Longer ids are none that a processor gave out. */
const MAX_ID_LENGTH = 255;

const isId = (id: unknown): id is string =>
  typeof id === 'string' && id !== '' && id.length <= MAX_ID_LENGTH;

/** Undefined when none of the ids is one: the event speaks of no payment. */
export function reportOf(
  ids: readonly unknown[],
  currency: unknown,
  amount: Report['amount'],
): Report | undefined {
  const [first, ...others] = ids.filter(isId);
  if (first === undefined) return undefined;
  return {
    processorPaymentIds: [first, ...others],
    amount,
    currency: typeof currency === 'string' ? currency.toUpperCase() : undefined,
  };
}
