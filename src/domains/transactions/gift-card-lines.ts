import { Failure, type FieldErrors, refuseFields } from '../../platform/http/failure.js';
import { formatMoney, type Minor } from '../../platform/money.js';
import type { SellableVariant } from '../catalog/index.js';
import { GIFT_CARD_SKU } from '../pricing/index.js';
import type { GiftCardLine } from '../stored-value/index.js';

/** Far more than a counter sells at once; each card is issued with the last payment. */
const MAX_CARDS = 50;

export const isGiftCard = ({ sku }: { sku: string }): boolean => sku === GIFT_CARD_SKU;

/**
 * Money buys gift cards. A card or points that expire would become a card with a new term, and a
 * refund would become money on a card without an approval.
 */
export function giftCardNeedsMoney(field: string, mostMinor: Minor, currency: string): Failure {
  const most = formatMoney(mostMinor, currency);
  const message = `Gift cards, store credit and points cannot pay for a gift card; they can pay ${most} of this.`;
  return new Failure('invalid', 'GIFT_CARD_NEEDS_MONEY', `${field}: ${message}`, {
    fields: { [field]: [message] },
    details: { most },
  });
}

/** A gift card costs what it is worth and is taxed when it is spent. */
export const asGiftCard = <Variant extends SellableVariant>(
  variant: Variant,
  unitPriceMinor: Minor | undefined,
) => ({
  ...variant,
  priceMinor: unitPriceMinor ?? variant.priceMinor,
  priceList: null,
  isTaxExempt: true,
});

type ClaimedCard = { quantity: number; unitPriceMinor: Minor; accountId?: string };

/** Reports every line that sells gift cards without a value, too many of them, or tops one up twice. */
export function refuseOddGiftCards(
  lines: readonly ClaimedCard[],
  variants: readonly SellableVariant[],
): void {
  const fields: FieldErrors = {};
  let count = 0;
  for (const [index, line] of lines.entries()) {
    const variant = variants[index];
    if (variant === undefined) continue;
    const at = `line_items.${index}`;
    if (!isGiftCard(variant)) {
      if (line.accountId !== undefined) {
        fields[`${at}.gift_card_code`] = [`Only the SKU ${GIFT_CARD_SKU} tops up a gift card.`];
      }
      continue;
    }
    count += line.quantity;
    if (line.unitPriceMinor < 1)
      fields[`${at}.unit_price`] = ['A gift card is worth at least 0.01.'];
    if (count > MAX_CARDS) fields[`${at}.quantity`] = [`At most ${MAX_CARDS} gift cards per sale.`];
    if (line.accountId !== undefined && line.quantity !== 1) {
      fields[`${at}.quantity`] = ['A line tops up one gift card once.'];
    }
  }
  refuseFields(fields);
}

type SoldLine = {
  id: string;
  sku: string;
  unit_price: string;
  quantity: number;
  value_account_id?: string | null;
};

/** The lines of a sale that load gift cards when it is paid. */
export const giftCardLines = (lines: readonly SoldLine[]): GiftCardLine[] =>
  lines.filter(isGiftCard).map(line => ({
    line_id: line.id,
    amount: line.unit_price,
    quantity: line.quantity,
    account_id: line.value_account_id ?? null,
  }));
