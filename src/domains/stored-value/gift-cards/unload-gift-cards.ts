import type { Tx } from '../../../platform/database/tx.js';
import { newId } from '../../../platform/ids.js';
import { formatMoney, type Minor, minor } from '../../../platform/money.js';
import { cardEntries } from '../expiry-repository.js';
import { blockAccount, insertEntry, type Load, lockLoadsOfSale } from '../repository.js';
import { lostOfLoad } from './card-loads.js';

/** Value of a gift card that was spent although its money goes back. */
export type SpentLoad = { accountId: string; lastFour: string; spent: string; currency: string };

/** How many cards of a line are returned. */
export type ReturnedLine = { lineId: string; quantity: number };

/**
 * Takes back what a sale loaded onto gift cards, because its money goes back: all of it, or the cards
 * of some lines. A card that the sale issued is blocked, unless another sale topped it up. What was
 * spent already is returned, without what expired or was corrected; the caller opens a task for it.
 * Each load is taken back once.
 */
export async function unloadGiftCards(
  tx: Tx,
  sale: { id: string; number: string; storeId: string },
  lines: readonly ReturnedLine[] | 'all',
  now: Date,
): Promise<SpentLoad[]> {
  const loads = await lockLoadsOfSale(tx, sale.id);
  const wanted = lines === 'all' ? loads : chosenLoads(loads, lines);
  const spent: SpentLoad[] = [];
  const leftOf = new Map(loads.map(load => [load.account_id, minor(load.balance, load.currency)]));
  for (const load of wanted) {
    const leftMinor = leftOf.get(load.account_id) ?? 0;
    const takenMinor = Math.min(leftMinor, minor(load.amount, load.currency));
    leftOf.set(load.account_id, leftMinor - takenMinor);
    await insertEntry(tx, {
      id: newId(),
      accountId: load.account_id,
      kind: 'blocked',
      amount: formatMoney(-takenMinor, load.currency),
      sale,
      lineId: load.line_id,
      storeId: sale.storeId,
      at: now,
    });
    if (load.kind === 'issued' && leftMinor === takenMinor) await blockAccount(tx, load.account_id);
    const goneMinor = minor(load.amount, load.currency) - takenMinor;
    if (goneMinor === 0) continue;
    const entries = await cardEntries(tx, load.account_id);
    const spentMinor = goneMinor - lostOfLoad(entries, sale.id, load.line_id, load.currency);
    if (spentMinor > 0) spent.push(spentLoad(load, spentMinor));
  }
  return spent;
}

const spentLoad = (load: Load, spentMinor: Minor): SpentLoad => ({
  accountId: load.account_id,
  lastFour: load.code_last_four,
  spent: formatMoney(spentMinor, load.currency),
  currency: load.currency,
});

/** The fullest cards of each line, so that a customer keeps the card that was used. */
function chosenLoads(loads: readonly Load[], lines: readonly ReturnedLine[]): Load[] {
  return lines.flatMap(({ lineId, quantity }) =>
    loads
      .filter(load => load.line_id === lineId)
      .sort((a, b) => Number(b.balance) - Number(a.balance))
      .slice(0, quantity),
  );
}
