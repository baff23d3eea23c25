import type { IncomingHttpHeaders } from 'node:http';
import type { Platform } from '../../../platform/platform.js';

/** A request as it was received, byte for byte. */
export type Delivery = { headers: IncomingHttpHeaders; body: Buffer };

/** What a processor says it charged for one payment. */
export type ChargeReport = {
  /** The ids the processor may use for it, the likeliest first: a charge and the order it paid. */
  processorPaymentIds: readonly [string, ...string[]];
  /** In the smallest unit of the currency or as a decimal text, not validated yet. */
  amount: { unit: 'smallest' | 'decimal'; value: unknown };
  currency: string | undefined;
};

/** An event type we ignore, or the charge it reports (`undefined`: it names no payment). */
export type Reading =
  | { handled: false; reason: string }
  | { handled: true; report: ChargeReport | undefined };

export type WebhookContext<Settings> = {
  platform: Platform;
  settings: Settings;
  /** Stores the digest of the first body received under an id; returns the stored digest. */
  bindTransmission(transmissionId: string, digest: Buffer): Promise<Buffer>;
};

/** How a processor signs its events, and what they mean. */
export interface Webhook<Settings> {
  /** The signature does not cover the whole body, so the payment is looked up before it is believed. */
  readonly needsLookup?: boolean;
  /** Whether the secret is set that signatures are checked with; without it every event is refused. */
  hasSecret(settings: Settings): boolean;
  isGenuine(context: WebhookContext<Settings>, delivery: Delivery): Promise<boolean>;
  /** The values in the places of id and type, not validated yet. */
  identify(payload: unknown): { id: unknown; type: unknown };
  read(type: string, payload: unknown): Reading;
}

export const UNSUPPORTED: Reading = { handled: false, reason: 'event_type_not_supported' };

export const header = (delivery: Delivery, name: string): string | undefined => {
  const value = delivery.headers[name];
  return typeof value === 'string' ? value : undefined;
};

/** No processor issues longer ids. */
const MAX_ID_LENGTH = 255;

const isId = (id: unknown): id is string =>
  typeof id === 'string' && id !== '' && id.length <= MAX_ID_LENGTH;

/** Undefined when none of the values is an id: the event names no payment. */
export function reportOf(
  ids: readonly unknown[],
  currency: unknown,
  amount: ChargeReport['amount'],
): ChargeReport | undefined {
  const [first, ...others] = ids.filter(isId);
  if (first === undefined) return undefined;
  return {
    processorPaymentIds: [first, ...others],
    amount,
    currency: typeof currency === 'string' ? currency.toUpperCase() : undefined,
  };
}
