import { allocate, type Minor, sumOf } from '../../platform/money.js';
import { applyDiscounts } from './discounts.js';
import { grossOf, inContentOrder, inOrderOf, type PricedLine } from './lines.js';
import { chargesOf } from './parts.js';
import { promotionSteps } from './promotions.js';
import { sharesByRate } from './tax.js';
import { ratesFor, type Taxed } from './tax-rates.js';
import { type Basket, type LineTotals, totalsOf, withoutTax } from './totals.js';

/**
 * How a line got its part of an amount that several lines share. `extraMinor` are the cents beyond
 * the part rounded down: they go to the largest remainders. `units`: the part follows from the units
 * that a buy-X-get-Y offer reaches.
 */
export type Split = {
  method: 'largest_remainder' | 'units';
  totalMinor: Minor;
  weightMinor: Minor;
  weightsMinor: Minor;
  extraMinor: Minor;
};

export type LineExplanation = {
  key: string;
  price: {
    priceList: string | null;
    unitPriceMinor: Minor;
    quantity: number;
    grossMinor: Minor;
  };
  promotions: {
    promotionId: string;
    name: string;
    code: string | null;
    amountMinor: Minor;
    split: Split;
  }[];
  /** `index` counts the discounts of the basket. */
  discounts: { index: number; amountMinor: Minor; split: Split }[];
  taxes: {
    jurisdiction: string;
    name: string;
    rateMicros: number;
    amountMinor: Minor;
    split: Split;
  }[];
  netMinor: Minor;
  taxMinor: Minor;
};

/** Says for each line where its price, its discounts and its tax come from. */
export function explain(asked: Basket): LineExplanation[] {
  const basket = asked.taxExemption === undefined ? asked : withoutTax(asked);
  const lines = inContentOrder(basket.lines);
  const totals = totalsOf(basket);
  const byKey = new Map(totals.lines.map(line => [line.key, line]));
  const { steps, lines: promoted } = promotionSteps(lines, basket.promotions ?? []);
  const discounts = applyDiscounts(
    lines.map((line, index) => ({
      key: line.key,
      sku: line.sku,
      leftMinor: grossOf(line) - (promoted[index]?.discountMinor ?? 0),
    })),
    basket.discounts ?? [],
  );
  const taxes = taxesByLine(basket, lines, byKey);
  const explained = lines.map((line): LineExplanation => {
    const own = byKey.get(line.key);
    return {
      key: line.key,
      price: {
        priceList: line.priceList ?? null,
        unitPriceMinor: line.unitPriceMinor,
        quantity: line.quantity,
        grossMinor: grossOf(line),
      },
      promotions: steps.flatMap(({ promotion, shares }) =>
        shareOf(shares, line, promotion.kind === 'buy_x_get_y' ? 'units' : undefined).map(
          share => ({
            promotionId: promotion.id,
            name: promotion.name,
            code: promotion.code ?? null,
            ...share,
          }),
        ),
      ),
      discounts: discounts.flatMap(({ shares }, index) =>
        shareOf(shares, line).map(share => ({ index, ...share })),
      ),
      taxes: taxes.get(line.key) ?? [],
      netMinor: own?.netMinor ?? 0,
      taxMinor: own?.taxMinor ?? 0,
    };
  });
  return inOrderOf(basket.lines, explained);
}

type Share = { key: string; leftMinor: Minor; amountMinor: Minor };

function shareOf(
  shares: readonly Share[],
  line: PricedLine,
  method: Split['method'] = 'largest_remainder',
): { amountMinor: Minor; split: Split }[] {
  const own = shares.find(({ key }) => key === line.key);
  if (own === undefined || own.amountMinor === 0) return [];
  const totalMinor = sumOf(shares.map(share => share.amountMinor));
  const weightsMinor = sumOf(shares.map(share => share.leftMinor));
  const split = splitOf(totalMinor, own.leftMinor, weightsMinor, own.amountMinor, method);
  return [{ amountMinor: own.amountMinor, split }];
}

function splitOf(
  totalMinor: Minor,
  weightMinor: Minor,
  weightsMinor: Minor,
  amountMinor: Minor,
  method: Split['method'] = 'largest_remainder',
): Split {
  const roundedDown =
    weightsMinor === 0
      ? 0
      : Number((BigInt(totalMinor) * BigInt(weightMinor)) / BigInt(weightsMinor));
  const extraMinor = method === 'units' ? 0 : amountMinor - roundedDown;
  return { method, totalMinor, weightMinor, weightsMinor, extraMinor };
}

type TaxBase = Taxed & { key: string; netMinor: Minor; taxMinor: Minor };

/** What is taxed of a line: itself, or each part of a bundle. */
function basesOf(
  line: PricedLine,
  totals: LineTotals | undefined,
  pricesIncludeTax: boolean,
): TaxBase[] {
  const { key } = line;
  const { netMinor = 0, taxMinor = 0, discountMinor = 0, parts } = totals ?? {};
  if (parts === undefined) return [{ ...line, netMinor, taxMinor }];
  return chargesOf(line, discountMinor).map(({ isTaxExempt, taxClass, ...charge }, index) => {
    const tax = parts[index]?.taxMinor ?? 0;
    const paidMinor = charge.grossMinor - charge.discountMinor;
    const net = pricesIncludeTax ? paidMinor - tax : paidMinor;
    return { key, isTaxExempt, taxClass, netMinor: net, taxMinor: tax };
  });
}

type Taxes = Map<string, LineExplanation['taxes']>;

/** Each rate is rounded and split by itself, so it is explained by itself. */
function taxesByLine(
  { taxes: rates = [], pricesIncludeTax = false }: Basket,
  lines: readonly PricedLine[],
  totals: ReadonlyMap<string, LineTotals>,
): Taxes {
  const bases = lines.flatMap(line => basesOf(line, totals.get(line.key), pricesIncludeTax));
  const shared = pricesIncludeTax
    ? insideByRate(bases, rates)
    : sharesByRate(bases, rates).map(({ rate, sharesMinor }) => ({ rate, sharesMinor }));
  const byLine: Taxes = new Map();
  for (const { rate, sharesMinor } of shared) {
    const taxed = bases.map(base => (ratesFor(base, rates).includes(rate) ? base.netMinor : 0));
    for (const [index, base] of bases.entries()) {
      const amountMinor = sharesMinor[index] ?? 0;
      if (amountMinor === 0) continue;
      const split = splitOf(sumOf(sharesMinor), base.netMinor, sumOf(taxed), amountMinor);
      const { code: jurisdiction, name, rateMicros } = rate;
      const tax = { jurisdiction, name, rateMicros, amountMinor, split };
      byLine.set(base.key, [...(byLine.get(base.key) ?? []), tax]);
    }
  }
  return byLine;
}

/** The tax inside a price is one amount; its rates share it in proportion. */
const insideByRate = (bases: readonly TaxBase[], rates: NonNullable<Basket['taxes']>) => {
  const parts = bases.map(({ taxMinor, ...base }) => {
    const own = ratesFor(base, rates).filter(({ rateMicros }) => rateMicros > 0);
    const shares =
      own.length === 0
        ? []
        : allocate(
            taxMinor,
            own.map(rate => rate.rateMicros),
          );
    return new Map(own.map((rate, index) => [rate, shares[index] ?? 0]));
  });
  return rates.map(rate => ({ rate, sharesMinor: parts.map(part => part.get(rate) ?? 0) }));
};
