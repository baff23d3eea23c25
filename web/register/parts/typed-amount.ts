import { useDecimals } from '../../shared/i18n/decimals.js';
import { formatMoney } from '../state/till-money.js';

/** An amount as the cashier types it into a field: 12.50, in German 12,50. */
export function useTypedAmount(): (amountMinor: number) => string {
  const { decimalSeparator } = useDecimals();
  return amountMinor => formatMoney(amountMinor).replace('.', decimalSeparator);
}
