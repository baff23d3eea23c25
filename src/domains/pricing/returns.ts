import { allocate, type Minor, portion, sumOf } from '../../platform/money.js';

export type SoldLine = {
  key: string;
  quantity: number;
  /** After discount, before tax. */
  netMinor: Minor;
  taxMinor: Minor;
};

export type EarlierReturn = { quantity: number; refundedMinor: Minor };

export type RefundRequest = {
  /** All lines of the sale, to detect whether this return completes it. */
  soldLines: readonly SoldLine[];
  alreadyReturned: ReadonlyMap<string, EarlierReturn>;
  returning: readonly { key: string; quantity: number }[];
  /** With its tax. Refunded with the last unit of the sale; unset if the store keeps it. */
  shipping?: { paidMinor: Minor; refundedMinor: Minor };
};

export type RefundProblem = {
  key: string;
  code: 'NOT_SOLD' | 'BAD_QUANTITY' | 'MORE_THAN_LEFT';
  leftQuantity: number;
};

export type LineRefund = {
  key: string;
  quantity: number;
  netMinor: Minor;
  taxMinor: Minor;
  refundMinor: Minor;
};

export type Refund =
  | { ok: true; lines: LineRefund[]; shippingMinor: Minor; refundMinor: Minor; complete: boolean }
  | { ok: false; problems: RefundProblem[] };

const NO_RETURN: EarlierReturn = { quantity: 0, refundedMinor: 0 };

/**
 * The first k of n units are always worth round(paid × k ÷ n) together, so partial returns in any
 * steps add up to the amount paid: 10.00 for three units is refunded as 3.33, 3.34 and 3.33.
 */
export function refundFor(request: RefundRequest): Refund {
  const sold = new Map(request.soldLines.map(line => [line.key, line]));
  if (sold.size !== request.soldLines.length) throw new TypeError('two lines have the same key');
  const wanted = merged(request.returning);
  const earlierOf = (key: string) => request.alreadyReturned.get(key) ?? NO_RETURN;
  const leftOf = (line: SoldLine) => Math.max(0, line.quantity - earlierOf(line.key).quantity);

  const problems = request.returning.flatMap(({ key, quantity }): RefundProblem[] => {
    const line = sold.get(key);
    if (line === undefined) return [{ key, code: 'NOT_SOLD', leftQuantity: 0 }];
    const leftQuantity = leftOf(line);
    if (!Number.isSafeInteger(quantity) || quantity < 1) {
      return [{ key, code: 'BAD_QUANTITY', leftQuantity }];
    }
    const tooMany = (wanted.get(key) ?? 0) > leftQuantity;
    return tooMany ? [{ key, code: 'MORE_THAN_LEFT', leftQuantity }] : [];
  });
  if (problems.length > 0) return { ok: false, problems };

  const lines = request.soldLines.flatMap(line => {
    const quantity = wanted.get(line.key);
    return quantity === undefined ? [] : [lineRefund(line, earlierOf(line.key), quantity)];
  });
  const complete =
    lines.length > 0 &&
    request.soldLines.every(line => leftOf(line) === (wanted.get(line.key) ?? 0));
  const shippingMinor = complete ? stillPaid(request.shipping) : 0;
  const refundMinor = sumOf([...lines.map(line => line.refundMinor), shippingMinor]);
  return { ok: true, lines, shippingMinor, refundMinor, complete };
}

function lineRefund(line: SoldLine, earlier: EarlierReturn, quantity: number): LineRefund {
  const step = (paidMinor: Minor): Minor =>
    portion(paidMinor, earlier.quantity + quantity, line.quantity) -
    portion(paidMinor, earlier.quantity, line.quantity);
  const net = step(line.netMinor);
  const tax = step(line.taxMinor);
  // An earlier return may have refunded more than its share; never refund more than is left.
  const left = stillPaid({
    paidMinor: sumOf([line.netMinor, line.taxMinor]),
    refundedMinor: earlier.refundedMinor,
  });
  const refundMinor = Math.min(net + tax, left);
  const [netMinor = 0, taxMinor = 0] = allocate(refundMinor, [net, tax]);
  return { key: line.key, quantity, netMinor, taxMinor, refundMinor };
}

const stillPaid = (charge: RefundRequest['shipping']): Minor =>
  charge === undefined ? 0 : Math.max(0, charge.paidMinor - charge.refundedMinor);

/** Adds up the quantities of a line that is named twice. */
function merged(returning: RefundRequest['returning']): Map<string, number> {
  const quantities = new Map<string, number>();
  for (const { key, quantity } of returning) {
    quantities.set(key, (quantities.get(key) ?? 0) + quantity);
  }
  return quantities;
}
