/** What the shopper wants to pay with besides the card, as typed. */
export type StoredValue = { code: string; useCredit: boolean; points: string };

/** What each kind of stored value holds, in minor units; undefined while it is not known. */
type ValueHeld = { code: number | undefined; credit: number; points: number };

/** `cents` is undefined for a code whose balance is not known. */
type ValueShare = { kind: 'code' | 'credit' | 'points'; cents: number | undefined };

/**
 * What stored value pays, in the order of the service: the code first, then store credit, then
 * points, each as much as it can. `restCents` is left for the card, and undefined if it is not known.
 * Gift cards in the order are always left for it.
 */
export function valueShares(
  value: StoredValue,
  { totalCents, giftCardsCents }: { totalCents: number; giftCardsCents: number },
  held: ValueHeld,
): { shares: ValueShare[]; restCents: number | undefined } {
  const wanted = [
    value.code.trim() !== '' && { kind: 'code' as const, held: held.code },
    value.useCredit && { kind: 'credit' as const, held: held.credit },
    held.points > 0 && { kind: 'points' as const, held: held.points },
  ].filter(one => one !== false);
  let payable: number | undefined = Math.max(totalCents - giftCardsCents, 0);
  const shares: ValueShare[] = [];
  for (const { kind, held: most } of wanted) {
    const cents: number | undefined =
      payable === undefined || most === undefined ? undefined : Math.min(payable, most);
    payable = payable === undefined || cents === undefined ? undefined : payable - cents;
    shares.push({ kind, cents });
  }
  const paid = shares.reduce((sum, { cents }) => sum + (cents ?? 0), 0);
  return { shares, restCents: payable === undefined ? undefined : totalCents - paid };
}
