import { fitsCurrency } from '../../../platform/currencies.js';
import type { Reader } from '../../../platform/database/tx.js';
import { invalid, invalidField } from '../../../platform/http/failure.js';
import type { Status } from '../../catalog/index.js';
import { findList } from '../../prices/index.js';
import type { PriceTerms } from '../../pricing/index.js';
import type { BulkChangeInput } from './schemas.js';

/** A change of everything that matches a filter, as it is stored with its import. */
export type BulkRequest = {
  filter: BulkChangeInput['filter'];
  /** The list whose prices change. */
  list: { id: string; code: string; currency: string } | null;
  price: PriceTerms | null;
  status: Status | null;
  /** How many records the sender saw match; the job fails if it finds another number. */
  expected?: number;
};

const SIGNED = /^-?\d{1,7}(\.\d{1,3})?$/;
const MAX_PERCENT = 1_000;

/** Checks what a schema cannot: one change, in numbers that make sense, in a list that exists. */
export async function readRequest(
  reader: Reader,
  { filter, price_list: ref, price, status, expected }: BulkChangeInput,
  baseCurrency: string,
): Promise<BulkRequest> {
  if ((price === undefined) === (status === undefined)) {
    throw invalid('Send either price or status.', { price: ['Send either price or status.'] });
  }
  if (price === undefined) {
    if (ref != null) throw invalidField('price_list', 'Only prices belong to a list.');
    return { filter, list: null, price: null, status: status ?? null, expected };
  }
  const found = ref == null ? null : await findList(reader, ref);
  if (found === undefined) throw invalidField('price_list', 'There is no such price list.');
  const list = found && { id: found.id, code: found.code, currency: found.currency };
  const terms = readTerms(price, list?.currency ?? baseCurrency);
  return { filter, list, price: terms, status: null, expected };
}

function readTerms(
  { kind, value, ending = 'none' }: NonNullable<BulkChangeInput['price']>,
  currency: string,
): PriceTerms {
  const text = String(value).trim();
  const wrong = (message: string) => invalidField('price.value', message);
  if (!SIGNED.test(text)) throw wrong('Must be a number such as -7.5.');
  const size = Number(text);
  if (kind === 'percent' && (size <= -100 || size > MAX_PERCENT)) {
    throw wrong('Must be more than -100 and at most 1000 per cent.');
  }
  if (kind === 'percent' && !/^-?\d+(\.\d{1,2})?$/.test(text)) {
    throw wrong('Must have at most two decimals.');
  }
  if (kind === 'amount' && !fitsCurrency(text.replace('-', ''), currency)) {
    throw wrong(`This is no amount in ${currency}: too many decimals.`);
  }
  if (size === 0 && ending === 'none') throw wrong('This changes nothing.');
  return { kind, value: text, ending };
}

export const presentRequest = ({ filter, list, price, status }: BulkRequest) => ({
  filter,
  price_list: list?.code ?? null,
  price: price && { ...price, value: String(price.value) },
  status,
});
