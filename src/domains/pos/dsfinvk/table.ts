import { sumOf } from '../../../platform/money.js';
import type { SignerRecord, StoredSignature } from '../../fiscal/index.js';
import type { Store } from '../../stores/index.js';
import type { Closing } from './repository.js';
import { type Bon, germanMoney, type TaxedLine, type VatKey } from './rules.js';

/** A closed shift with its receipts. */
export type ClosedTill = { closing: Closing; bons: readonly Bon[] };

/** All that one export contains. */
export type Export = {
  store: Store;
  closings: readonly ClosedTill[];
  vat: ReadonlyMap<number, VatKey>;
  signatures: ReadonlyMap<string, StoredSignature>;
  signers: readonly SignerRecord[];
  software: string;
};

/** The signers of a till: those that the service has now, and others that have signed before. */
export function signersAt({ signers, signatures }: Export, terminalId: string): SignerRecord[] {
  const known = signers.filter(one => one.terminalId === terminalId);
  const serials = new Set(known.map(({ serial }) => serial));
  const earlier: SignerRecord[] = [];
  for (const { terminalId: till, serial, algorithm } of signatures.values()) {
    if (till !== terminalId || serials.has(serial)) continue;
    serials.add(serial);
    earlier.push({ terminalId, serial, algorithm, publicKey: '' });
  }
  return [...known, ...earlier];
}

type Row = Record<string, string | number>;
export type Table = { file: string; name: string; columns: string[]; rows: Row[] };

const KEY = ['Z_KASSE_ID', 'Z_ERSTELLUNG', 'Z_NR'];

const keyOf = ({ terminal_id, created_at, number }: Closing): Row => ({
  Z_KASSE_ID: terminal_id,
  Z_ERSTELLUNG: created_at.toISOString(),
  Z_NR: number,
});

/** One table with a row for each item of each closing. */
export function table<Item>(
  { closings }: Pick<Export, 'closings'>,
  file: string,
  name: string,
  columns: string[],
  itemsOf: (closed: ClosedTill) => readonly Item[],
  rowOf: (item: Item, closing: Closing) => Row,
): Table {
  const rows = closings.flatMap(closed =>
    itemsOf(closed).map(item => ({ ...keyOf(closed.closing), ...rowOf(item, closed.closing) })),
  );
  return { file, name, columns: [...KEY, ...columns], rows };
}

export const itself = (closed: ClosedTill): ClosedTill[] => [closed];

/** In the order in which the keys appear. */
export function groupBy<Item>(
  items: readonly Item[],
  keyOf: (item: Item) => string,
): Map<string, Item[]> {
  const groups = new Map<string, Item[]>();
  for (const item of items) {
    const known = groups.get(keyOf(item));
    if (known) known.push(item);
    else groups.set(keyOf(item), [item]);
  }
  return groups;
}

/** Amounts added up by a key. */
export const addUp = <Item>(
  items: readonly Item[],
  keyOf: (item: Item) => string,
): { first: Item; items: Item[] }[] =>
  [...groupBy(items, keyOf).values()].map(group => ({ first: group[0] as Item, items: group }));

export const paymentsOf = (bons: readonly Bon[]) => bons.flatMap(bon => bon.payments);

/** Gross, net and tax of lines of one rate, under the names of a table. */
export const amounts = (
  { vat }: Pick<Export, 'vat'>,
  { rate }: Pick<TaxedLine, 'rate'>,
  lines: readonly TaxedLine[],
  currency: string,
  [gross, net, tax]: readonly [string, string, string],
): Row => {
  const grossMinor = sumOf(lines.map(line => line.grossMinor));
  const taxMinor = sumOf(lines.map(line => line.taxMinor));
  return {
    UST_SCHLUESSEL: vat.get(Number(rate))?.key ?? '',
    [gross]: germanMoney(grossMinor, currency),
    [net]: germanMoney(grossMinor - taxMinor, currency),
    [tax]: germanMoney(taxMinor, currency),
  };
};
