import { inSnapshot, type Reader } from '../../../platform/database/tx.js';
import { invalidField, notFound } from '../../../platform/http/failure.js';
import type { Platform } from '../../../platform/platform.js';
import { VERSION } from '../../../platform/version.js';
import { maySee, type Staff } from '../../access/index.js';
import { signaturesOfRecords, signaturesOfSales, signerRecords } from '../../fiscal/index.js';
import { findStore } from '../../stores/index.js';
import { tablesOf } from './files.js';
import { packTables } from './pack.js';
import { type Closing, closingsOf, givenBackIn, movedIn, soldIn } from './repository.js';
import {
  type Bon,
  bonOfMovement,
  bonOfRefund,
  bonOfSale,
  bonsOfDrawer,
  bonsOfLateCash,
  vatKeysOf,
} from './rules.js';
import { type Export, groupBy } from './table.js';

/** A quarter of a year. */
const MOST_DAYS = 92;
const DAY_MS = 86_400_000;

/** The receipts of all shifts of a store that were closed for days of a period, as a DSFinV-K archive. */
export async function exportDsfinvk(
  platform: Platform,
  caller: Staff,
  ref: string,
  { from, to }: { from: string; to: string },
): Promise<{ name: string; body: Buffer }> {
  const days = (Date.parse(to) - Date.parse(from)) / DAY_MS + 1;
  if (!(days >= 1 && days <= MOST_DAYS)) {
    throw invalidField('to', `Must be between \`from\` and ${MOST_DAYS} days after it.`);
  }
  return inSnapshot(platform.db, async reader => {
    const store = await findStore(reader, ref);
    if (store === undefined || !maySee(caller, store.id)) throw notFound('Store');
    const closings = await readClosings(reader, await closingsOf(reader, store.id, from, to));
    const bons = closings.flatMap(closed => closed.bons);
    const saleIds = bons.flatMap(bon => bon.saleId ?? []);
    const recordIds = bons.flatMap(bon => bon.recordIds ?? []);
    const signed = await signaturesOfSales(reader, saleIds);
    const ofRecords = await signaturesOfRecords(reader, recordIds);
    const data: Export = {
      store,
      closings,
      vat: vatKeysOf(bons),
      signatures: new Map([
        ...signed.map(one => [one.transactionId ?? '', one] as const),
        ...ofRecords.flatMap(one => one.recordIds.map(id => [id, one] as const)),
      ]),
      signers: await signerRecords(reader, platform.config, store.id),
      software: VERSION,
    };
    const name = `dsfinvk-${store.code}-${from}-to-${to}.zip`;
    return { name, body: packTables(tablesOf(data), store.name) };
  });
}

/** The receipts of each closing in the order of their times. */
async function readClosings(reader: Reader, closings: readonly Closing[]) {
  const ids = closings.map(({ id }) => id);
  const sold = byShift(await soldIn(reader, ids));
  const back = byShift(await givenBackIn(reader, ids));
  const moved = byShift(await movedIn(reader, ids));
  return closings.map(closing => {
    const { id, currency } = closing;
    const bons: Bon[] = [
      ...bonsOfDrawer(closing),
      ...(sold.get(id) ?? []).flatMap(sale => [
        bonOfSale(sale, currency),
        ...bonsOfLateCash(sale, currency),
      ]),
      ...(back.get(id) ?? []).map(refund => bonOfRefund(refund, currency)),
      ...(moved.get(id) ?? []).map(movement => bonOfMovement(movement, currency)),
    ];
    return { closing, bons: bons.sort((a, b) => a.endedAt.getTime() - b.endedAt.getTime()) };
  });
}

const byShift = <Item extends { shift_id: string }>(items: readonly Item[]) =>
  groupBy(items, item => item.shift_id);
