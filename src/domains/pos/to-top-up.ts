import { invalidField } from '../../platform/http/failure.js';
import type { Platform } from '../../platform/platform.js';
import { hashesOfCode, isUsable, payingAccount } from '../stored-value/index.js';
import type { TillStore } from '../stores/index.js';

/** The lines with the gift cards that they top up. Sales without such a line ask nothing. */
export async function toTopUp<Line extends { giftCardCode?: string | undefined }>(
  { db, config, clock }: Platform,
  { currency }: TillStore,
  lines: readonly Line[],
): Promise<(Omit<Line, 'giftCardCode'> & { accountId?: string })[]> {
  const found: (Omit<Line, 'giftCardCode'> & { accountId?: string })[] = [];
  for (const [index, { giftCardCode, ...line }] of lines.entries()) {
    if (giftCardCode === undefined) {
      found.push(line);
      continue;
    }
    const field = `line_items.${index}.gift_card_code`;
    const giftCardHashes = hashesOfCode(config, giftCardCode);
    const account = await payingAccount(db, { creditCode: null, giftCardHashes });
    if (account === null) {
      throw invalidField(field, 'There is no such gift card.', 'UNKNOWN_GIFT_CARD');
    }
    if (account.currency !== currency) {
      const message = `This gift card is in ${account.currency}; the sale is in ${currency}.`;
      throw invalidField(field, message, 'GIFT_CARD_CURRENCY');
    }
    if (!isUsable(account, clock.now())) {
      const message = 'This gift card is blocked or has expired.';
      throw invalidField(field, message, 'GIFT_CARD_NOT_USABLE');
    }
    found.push({ ...line, accountId: account.id });
  }
  return found;
}
