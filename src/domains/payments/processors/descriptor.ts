import type { SettingsReader } from '../../../platform/settings.js';
import type { Processor } from './processor.js';
import type { ProcessorType } from './registry.js';
import type { Webhook } from './webhook.js';

/**
 * How a page of the web shop takes a payment. `redirect`: the shopper leaves for a page of the
 * processor, whose address is the client secret of the challenge.
 */
export type CardForm =
  | { kind: 'stripe'; publishable_key: string }
  | { kind: 'square'; publishable_key: string; location_id: string }
  | { kind: 'redirect'; publishable_key: null }
  | { kind: 'sandbox'; publishable_key: null };

/** Hosts beside the shop's own that a page may use, as in a content security policy. */
export type PageHosts = {
  script?: string;
  style?: string;
  image?: string;
  connect?: string;
  frame?: string;
};

/** The card fields of a processor, and the hosts that a page with them needs. */
export type CardFields = { form: CardForm; hosts: PageHosts };

/**
 * All that the service knows about one processor. Each folder beside this file exports one
 * descriptor, and `registry.ts` lists them.
 */
export interface ProcessorDescriptor<Type extends string, Settings> {
  /** Stored with every payment, so it never changes. */
  readonly type: Type;
  /** Other names that requests and webhook addresses may use. */
  readonly aliases?: readonly string[];
  /** First part of the ids that the sandbox makes up for this processor: `pi` for `pi_sandbox_…`. */
  readonly sandboxIdPrefix: string;
  /** Headers of its webhooks that never reach a log, in lower case. */
  readonly secretHeaders: readonly string[];
  /**
   * The shopper approves an order instead of entering a card: a charge works without a token, and
   * a token is the id of an approved order.
   */
  readonly paysByOrder?: boolean;
  /** Called once at start; a problem found here stops the start. */
  readSettings(read: SettingsReader): Settings;
  /** Where its API is; its certificate is watched. */
  apiAddress(settings: Settings): string | undefined;
  /** Undefined when the credentials are not set: the sandbox stands in. */
  createClient(settings: Settings): Processor | undefined;
  /** The processor's own fields for cards in the shop; undefined if they are not set up. */
  cardFields?(settings: Settings): CardFields | undefined;
  readonly webhook: Webhook<Settings>;
}

/** A descriptor whose settings type is not known to the caller. */
export type AnyDescriptor = ProcessorDescriptor<ProcessorType, unknown>;
