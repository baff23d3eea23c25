import { amountOrNull, type Typed, typedOf } from '../../parts/typed.js';
import type { SupplierArticle } from '../../types.js';

type Article = Pick<SupplierArticle, 'supplier_sku' | 'pack_size' | 'cost' | 'cost_currency'>;

export type Line = {
  variant_id: string;
  name: string;
  sku: string;
  /** What quantity and cost are for. */
  unit: string;
  /** Undefined: as the supplier packs and charges. */
  quantity: Typed | undefined;
  cost: Typed | undefined;
  /** What the variant costs by itself. */
  own: { cost: string | null; currency: string } | undefined;
};

/** A line with what the supplier says about the item. */
export type FilledLine = Omit<Line, 'quantity' | 'cost'> & {
  quantity: Typed;
  cost: Typed;
  article: Article | undefined;
  /** What the item costs, if that is in another currency than the order. */
  foreignCost: { cost: string; currency: string } | undefined;
};

/**
 * Fills in what nobody typed: the supplier's pack and cost, or else one unit and the cost of the
 * variant. A cost in another currency is shown, not converted.
 */
export function filledLine(
  line: Line,
  article: Article | undefined,
  currency: string | undefined,
): FilledLine {
  const known =
    article?.cost != null
      ? { cost: article.cost, currency: article.cost_currency ?? '' }
      : line.own?.cost != null
        ? { cost: line.own.cost, currency: line.own.currency }
        : undefined;
  const isOwn = known?.currency === currency;
  return {
    ...line,
    article,
    quantity: line.quantity ?? article?.pack_size ?? 1,
    cost: line.cost ?? (known && isOwn ? typedOf(known.cost) : ''),
    foreignCost: known && !isOwn ? known : undefined,
  };
}

/** Whether the supplier can deliver the quantity in whole packs; thousandths are compared. */
export function isWholePacks({ quantity, article }: FilledLine): boolean {
  const pack = Math.round((article?.pack_size ?? 1) * 1_000);
  return article === undefined || pack === 0 || Math.round(Number(quantity) * 1_000) % pack === 0;
}

export const lineRequest = ({ variant_id, quantity, cost }: FilledLine) => ({
  variant_id,
  ordered_quantity: Number(quantity),
  unit_cost: amountOrNull(cost) ?? '0.00',
});
