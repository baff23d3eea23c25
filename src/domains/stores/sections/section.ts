import type { ChangedRecord } from '../../../platform/audit/audited-call.js';
import type { Reader, Tx } from '../../../platform/database/tx.js';
import type { Permission } from '../../access/index.js';
import type { StoreWithTaxes } from '../repository.js';
import type { StoreChange } from '../save-store.js';

export const SECTIONS = [
  'approvals',
  'hours',
  'receipts',
  'tips',
  'tills',
  'taxes',
  'loyalty',
  'layaways',
  'shipping',
  'mail_templates',
  'legal_texts',
  'tiles',
  'journal',
] as const;
export type SectionName = (typeof SECTIONS)[number];

/** Why a store cannot have the settings of another one. */
export const REFUSALS = ['OTHER_CURRENCY', 'OTHER_COUNTRY', 'NO_COUNTRY'] as const;
export type Refusal = (typeof REFUSALS)[number];

/** What a store's settings become. */
export type SectionPlan = {
  /** The records that differ; none if the store has these settings already. */
  changes: readonly ChangedRecord[];
  /** Fields of the store itself; those of several sections are written together. */
  fields?: StoreChange;
  write?(tx: Tx): Promise<unknown>;
};

/** The settings of one store, ready to be written to others. */
export type SectionCopy = {
  refusalOf?(to: StoreWithTaxes): Refusal | undefined;
  planFor(reader: Reader, to: StoreWithTaxes): Promise<SectionPlan>;
};

/** A part of the settings of a store that can be copied. The domain that owns it brings it. */
export type StoreSection = {
  name: SectionName;
  /** What the caller needs in the whole chain, beside `store.settings` at the stores. */
  permission?: Permission;
  copyOf(reader: Reader, from: StoreWithTaxes): Promise<SectionCopy>;
};

/** Amounts mean nothing in another currency, so they are copied within one only. */
export const needsSameCurrency = (
  from: Pick<StoreWithTaxes, 'currency'>,
  to: Pick<StoreWithTaxes, 'currency'>,
): Refusal | undefined => (from.currency === to.currency ? undefined : 'OTHER_CURRENCY');
