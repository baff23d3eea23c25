import { allocate, type Minor, portion, sumOf } from '../../platform/money.js';
import { buyGetShares, type RunShare, WHOLE_BASIS_POINTS } from './buy-get.js';
import {
  checkLines,
  grossOf,
  inContentOrder,
  inOrderOf,
  isMeasuredLine,
  type PricedLine,
} from './lines.js';
import {
  type AppliedPromotion,
  annotation,
  covers,
  inPriorityOrder,
  type Promotion,
} from './promotion-terms.js';

export type DiscountedLine = {
  key: string;
  discountMinor: Minor;
  applied: AppliedPromotion[];
};

export type Promoted = {
  lines: DiscountedLine[];
  /** The total discount of each promotion; free shipping has 0. */
  applied: AppliedPromotion[];
  freeShipping: boolean;
  promotionSavingsMinor: Minor;
};

/** What one promotion took off the lines that it covered, for explanations. */
export type PromotionStep = {
  promotion: Promotion;
  amountMinor: Minor;
  /** `leftMinor` is the price before this promotion. */
  shares: { key: string; leftMinor: Minor; amountMinor: Minor }[];
};

type Slot = {
  line: PricedLine;
  leftMinor: Minor;
  applied: AppliedPromotion[];
  /** A promotion covered this line, even if its share rounded to zero. */
  reached: boolean;
  closed: boolean;
};

/**
 * Highest priority first, then by id. Each promotion applies to the price that earlier ones left.
 * A promotion that does not stack takes only lines without a promotion and closes them to others.
 */
export function applyPromotions(
  lines: readonly PricedLine[],
  promotions: readonly Promotion[],
): Promoted {
  const { steps: _, ...promoted } = promotionSteps(lines, promotions);
  return promoted;
}

/** Like `applyPromotions`, with the steps that led to the result. */
export function promotionSteps(
  lines: readonly PricedLine[],
  promotions: readonly Promotion[],
): Promoted & { steps: PromotionStep[] } {
  checkLines(lines);
  const slots = inContentOrder(lines).map(openSlot);
  const subtotalMinor = sumOf(slots.map(slot => slot.leftMinor));
  const applied: AppliedPromotion[] = [];
  const steps: PromotionStep[] = [];
  let freeShipping = false;
  for (const promotion of inPriorityOrder(promotions)) {
    if (subtotalMinor < (promotion.minimumSubtotalMinor ?? 0)) continue;
    const inScope = slots.filter(slot => covers(promotion.scope, slot.line));
    if (promotion.kind === 'free_shipping') {
      if (inScope.length === 0) continue;
      freeShipping = true;
      applied.push(annotation(promotion, 0));
    } else {
      const step = discount(promotion, inScope);
      if (step.amountMinor === 0) continue;
      applied.push(annotation(promotion, step.amountMinor));
      steps.push(step);
    }
  }
  return {
    lines: inOrderOf(lines, slots.map(closeSlot)),
    applied,
    freeShipping,
    promotionSavingsMinor: sumOf(applied.map(promotion => promotion.amountMinor)),
    steps,
  };
}

/** Applies the promotion to the open slots. */
function discount(promotion: Promotion, inScope: readonly Slot[]): PromotionStep {
  const open = inScope.filter(
    slot =>
      slot.leftMinor > 0 &&
      !slot.closed &&
      (promotion.stackable || !slot.reached) &&
      !(promotion.kind === 'buy_x_get_y' && isMeasuredLine(slot.line)),
  );
  const shares = capped(sharesOf(promotion, open), promotion.maximumDiscountMinor);
  const step: PromotionStep = {
    promotion,
    amountMinor: sumOf(shares.map(share => share.amountMinor)),
    shares: [],
  };
  if (step.amountMinor === 0) return step;
  for (const [index, slot] of open.entries()) {
    const share = shares[index];
    if (!share?.reached) continue;
    slot.reached = true;
    slot.closed = !promotion.stackable;
    const { leftMinor, line } = slot;
    step.shares.push({ key: line.key, leftMinor, amountMinor: share.amountMinor });
    if (share.amountMinor === 0) continue;
    slot.leftMinor -= share.amountMinor;
    slot.applied.push(annotation(promotion, share.amountMinor));
  }
  return step;
}

function sharesOf(promotion: Promotion, open: readonly Slot[]): RunShare[] {
  const weights = open.map(slot => slot.leftMinor);
  const leftMinor = sumOf(weights);
  const value = Math.max(0, promotion.value);
  switch (promotion.kind) {
    case 'percentage': {
      const basisPoints = Math.min(value, WHOLE_BASIS_POINTS);
      return spread(portion(leftMinor, basisPoints, WHOLE_BASIS_POINTS), weights);
    }
    case 'fixed':
      return spread(Math.min(value, leftMinor), weights);
    case 'buy_x_get_y':
      return buyXGetYShares(promotion, open);
    case 'free_shipping':
      return [];
  }
}

function buyXGetYShares(promotion: Promotion, open: readonly Slot[]): RunShare[] {
  const buyQuantity = promotion.buyQuantity ?? 0;
  const getQuantity = promotion.getQuantity ?? 0;
  const basisPoints = promotion.getDiscountBasisPoints ?? WHOLE_BASIS_POINTS;
  if (buyQuantity < 1 || getQuantity < 1 || basisPoints < 1) return [];
  const runs = open.map(slot => ({ ...slot.line, leftMinor: slot.leftMinor }));
  return buyGetShares(runs, {
    buyQuantity,
    getQuantity,
    basisPoints: Math.min(basisPoints, WHOLE_BASIS_POINTS),
  });
}

const spread = (amountMinor: Minor, weights: readonly Minor[]): RunShare[] =>
  allocate(amountMinor, weights).map(share => ({ amountMinor: share, reached: true }));

function capped(shares: RunShare[], maximumMinor: Minor | null | undefined): RunShare[] {
  const amounts = shares.map(share => share.amountMinor);
  if (maximumMinor == null || sumOf(amounts) <= maximumMinor) return shares;
  const parts = allocate(Math.max(0, maximumMinor), amounts);
  return shares.map((share, index) => ({ ...share, amountMinor: parts[index] ?? 0 }));
}

const openSlot = (line: PricedLine): Slot => ({
  line,
  leftMinor: grossOf(line),
  applied: [],
  reached: false,
  closed: false,
});

const closeSlot = ({ line, applied }: Slot): DiscountedLine => ({
  key: line.key,
  discountMinor: sumOf(applied.map(promotion => promotion.amountMinor)),
  applied,
});
