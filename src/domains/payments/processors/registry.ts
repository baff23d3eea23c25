import type { SettingsDeclarations } from '../../../config.js';
import { invalidField } from '../../../platform/http/failure.js';
import type { Platform } from '../../../platform/platform.js';
import { customBank } from './custom-bank/index.js';
import type { AnyDescriptor, CardFields, CardForm, PageHosts } from './descriptor.js';
import { paypal } from './paypal/index.js';
import { primary } from './primary/index.js';
import type { Processor } from './processor.js';
import { createSandbox } from './sandbox.js';
import { square } from './square/index.js';
import type { Webhook } from './webhook.js';

/** Every processor. All other lists of processors derive from this one. */
const PROCESSORS = [primary, square, paypal, customBank] as const;

export type ProcessorType = (typeof PROCESSORS)[number]['type'];

const descriptors: readonly AnyDescriptor[] = PROCESSORS;

export const PROCESSOR_TYPES: readonly ProcessorType[] = descriptors.map(({ type }) => type);

/** A map, so that `constructor` and the like are unknown names. */
const byName = new Map(
  descriptors.flatMap(descriptor =>
    [descriptor.type, ...(descriptor.aliases ?? [])].map(name => [name, descriptor] as const),
  ),
);

/** Every name that a request may use: the types, then their aliases. */
export const PROCESSOR_NAMES: readonly string[] = [
  ...PROCESSOR_TYPES,
  ...descriptors.flatMap(({ aliases }) => aliases ?? []),
];

export const parseProcessorType = (name: string): ProcessorType | undefined =>
  byName.get(name)?.type;

export const processorSettings: SettingsDeclarations = Object.fromEntries(
  descriptors.map(descriptor => [descriptor.type, descriptor.readSettings]),
);

export const processorSecretHeaders: readonly string[] = descriptors.flatMap(
  ({ secretHeaders }) => secretHeaders,
);

function descriptorOf(type: ProcessorType): AnyDescriptor {
  const descriptor = byName.get(type);
  if (descriptor === undefined) throw new Error(`There is no processor ${type}.`);
  return descriptor;
}

export const paysByOrder = (type: ProcessorType): boolean =>
  descriptorOf(type).paysByOrder === true;

export const webhookOf = (type: ProcessorType): Webhook<unknown> => descriptorOf(type).webhook;

/** Fails if the config was loaded without `processorSettings`: the sandbox must not stand in then. */
export function settingsOf({ config }: Platform, type: ProcessorType): unknown {
  const settings = config.processors[type];
  if (settings === undefined) throw new Error(`The settings of ${type} were not loaded.`);
  return settings;
}

const clients = new WeakMap<Platform, Map<ProcessorType, Processor>>();

/** The client of a processor; the sandbox if its credentials are not set. */
export function processorFor(platform: Platform, type: ProcessorType): Processor {
  const created = clients.get(platform) ?? new Map<ProcessorType, Processor>();
  clients.set(platform, created);
  const processor = created.get(type) ?? createProcessor(platform, type);
  created.set(type, processor);
  return processor;
}

function createProcessor(platform: Platform, type: ProcessorType): Processor {
  const descriptor = descriptorOf(type);
  return (
    descriptor.createClient(settingsOf(platform, type)) ??
    createSandbox(platform.db, type, descriptor.sandboxIdPrefix)
  );
}

/** Creates every client before the first sale: loading an SDK can block the process for 2 s. */
export function createProcessors(platform: Platform): void {
  for (const type of PROCESSOR_TYPES) processorFor(platform, type);
}

/** Whether the sandbox stands in for a processor, so that no card is charged. */
export const isSandboxed = (platform: Platform, type: ProcessorType): boolean =>
  processorFor(platform, type).isSandbox;

/** Whether a test card may pay anywhere. */
export const isSandboxOffered = (platform: Platform): boolean =>
  platform.config.allowSandbox && PROCESSOR_TYPES.some(type => isSandboxed(platform, type));

/** The sandbox's form is a page of the service in a frame. */
const SANDBOX_FIELDS: CardFields = {
  form: { kind: 'sandbox', publishable_key: null },
  hosts: { frame: "'self'" },
};

/** Undefined if this processor takes no card on the web. */
export function cardFormOf(platform: Platform, type: ProcessorType): CardForm | undefined {
  if (!isChargeable(platform, type)) return undefined;
  return isSandboxed(platform, type) ? SANDBOX_FIELDS.form : fieldsOf(platform, type)?.form;
}

const fieldsOf = (platform: Platform, type: ProcessorType): CardFields | undefined =>
  descriptorOf(type).cardFields?.(settingsOf(platform, type));

/** The fields of all processors that charge real cards on the web. */
const realCardFields = (platform: Platform): CardFields[] =>
  PROCESSOR_TYPES.filter(type => !isSandboxed(platform, type)).flatMap(
    type => fieldsOf(platform, type) ?? [],
  );

export const takesRealCards = (platform: Platform): boolean => realCardFields(platform).length > 0;

/** What the pages of the shop may load for the card fields of all processors. */
export const cardFieldHosts = (platform: Platform): PageHosts[] => [
  ...(isSandboxOffered(platform) ? [SANDBOX_FIELDS.hosts] : []),
  ...realCardFields(platform).map(({ hosts }) => hosts),
];

/** Whether events of this processor can be checked; the secret itself stays in the settings. */
export const hasWebhookSecret = (platform: Platform, type: ProcessorType): boolean =>
  webhookOf(type).hasSecret(settingsOf(platform, type));

/** The addresses of the processors that charge real cards. */
export const apiAddresses = (platform: Platform): Partial<Record<ProcessorType, string>> =>
  Object.fromEntries(
    PROCESSOR_TYPES.filter(type => !isSandboxed(platform, type)).map(type => [
      type,
      descriptorOf(type).apiAddress(settingsOf(platform, type)),
    ]),
  );

/** Whether this processor may take cards: the sandbox only where it is allowed. */
export const isChargeable = (platform: Platform, type: ProcessorType): boolean =>
  platform.config.allowSandbox || !isSandboxed(platform, type);

/** Refuses a card that nobody would be charged for. */
export function refuseUncharged(
  platform: Platform,
  type: ProcessorType,
  field = 'payment_method_id',
): void {
  if (isChargeable(platform, type)) return;
  throw invalidField(
    field,
    `Card payments are not set up: ${type} has no credentials.`,
    'METHOD_NOT_USABLE',
  );
}
