import { formatHundredths, hundredths } from '../platform/money.js';
import { demoId, demoVariants, variantId } from './data.js';

/** The figures of the base list, as at most airports: 12.50 USD without tax, 12.50 EUR with it. */
const inEuros = (price: string): string => price;

/** About a tenth more, raised to the next amount that ends in .90: 12.50 becomes 13.90. */
function inFrancs(price: string): string {
  const raised = Math.round(hundredths(price) * 1.1);
  const ending = Math.floor(raised / 100) * 100 + 90;
  return formatHundredths(ending >= raised ? ending : ending + 100);
}

/** Price lists for all demo stores outside the base currency. */
export const priceLists = () =>
  [
    { n: 1, code: 'EUR', name: 'Euro', toPrice: inEuros },
    { n: 2, code: 'CHF', name: 'Swiss francs', toPrice: inFrancs },
  ].map(({ n: list, code, name, toPrice }) => ({
    id: demoId('a00b', list),
    code,
    name,
    currency: code,
    prices: demoVariants().map(({ variant, n }) => ({
      id: demoId('a00c', list * 1_000 + n),
      price_list_id: demoId('a00b', list),
      variant_id: variantId(n),
      amount: toPrice(variant.price),
    })),
  }));
