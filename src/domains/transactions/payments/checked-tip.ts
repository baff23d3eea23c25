import { invalidField } from '../../../platform/http/failure.js';
import { formatMoney, type Minor, minor } from '../../../platform/money.js';
import type { Tender } from './plan-payment.js';
import type { SaleToPay } from './repository.js';

/**
 * The tip of a payment; throws if this payment cannot take it. The tender contains the tip, so that
 * change never becomes one. A card that was charged keeps its tip, whatever has changed since then.
 */
export function checkedTip(
  sale: SaleToPay,
  { method_type }: NonNullable<SaleToPay['method']>,
  { tip = 0, tenderedMinor, card, isTaken }: Tender,
): Minor {
  const { currency, tips } = sale;
  const tipMinor = minor(tip, currency);
  if (tipMinor === 0 || card !== undefined) return tipMinor;
  if (!tips.enabled && isTaken !== true) {
    throw invalidField('tip', 'This store takes no tips.', 'TIPS_OFF');
  }
  if (method_type !== 'cash' && method_type !== 'card') {
    throw invalidField('tip', 'A tip is paid in cash or by card.', 'TIP_NOT_POSSIBLE');
  }
  if (tipMinor > tenderedMinor) {
    throw invalidField('tip', 'The tip is more than the customer gave.', 'TIP_EXCEEDS_TENDER');
  }
  const mostMinor = mostTipMinor(sale) - minor(sale.tip_amount, currency);
  if (tipMinor > mostMinor) {
    const most = formatMoney(Math.max(mostMinor, 0), currency);
    const message = `A tip is at most ${tips.max_percent} % of the sale: ${most}.`;
    throw invalidField('tip', message, 'TIP_TOO_HIGH');
  }
  const stepMinor = method_type === 'cash' ? minor(sale.cash_rounding, currency) : 0;
  if (stepMinor > 0 && tipMinor % stepMinor !== 0) {
    const message = `In cash a tip is a multiple of ${sale.cash_rounding}.`;
    throw invalidField('tip', message, 'TIP_NOT_IN_COINS');
  }
  return tipMinor;
}

const mostTipMinor = ({ total_amount, currency, tips }: SaleToPay): Minor =>
  Math.floor((minor(total_amount, currency) * tips.max_percent) / 100);
