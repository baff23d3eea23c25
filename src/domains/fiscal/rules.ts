import type { Process, Signature } from './signer.js';

/** An amount of a sale by the way it was paid. */
export type PaidPart = { amount: string; isCash: boolean; currency: string };

/** Tax rates of a German receipt in the order of `processData`: general, reduced, two for farmers, none. */
const RATE_PLACES = ['0.19', '0.07', '0.107', '0.055', '0'];

const placeOf = (rate: string): number => {
  const place = RATE_PLACES.findIndex(known => Number(known) === Number(rate));
  return place === -1 ? RATE_PLACES.length - 1 : place;
};

/** Sums gross amounts by the place of their rate. `add` adds two amounts of the currency. */
export function grossByPlace(
  taxes: readonly { rate: string; gross: string }[],
  add: (a: string, b: string) => string,
): string[] {
  const sums = RATE_PLACES.map(() => '0.00');
  for (const { rate, gross } of taxes) {
    const place = placeOf(rate);
    sums[place] = add(sums[place] ?? '0.00', gross);
  }
  return sums;
}

/** `Beleg^0.00_2.55_0.00_0.00_0.00^2.55:Bar`, as DSFinV-K defines it; home currency has no code. */
export const receiptProcess = (
  type: 'Beleg' | 'AVBelegabbruch',
  grossSums: readonly string[],
  paid: readonly PaidPart[],
  homeCurrency: string,
): Process => ({
  type: 'Kassenbeleg-V1',
  data: [
    type,
    grossSums.join('_'),
    paid
      .map(({ amount, isCash, currency }) =>
        [amount, isCash ? 'Bar' : 'Unbar', ...(currency === homeCurrency ? [] : [currency])].join(
          ':',
        ),
      )
      .join('_'),
  ].join('^'),
});

/** Anything that is no receipt: a step of a shift, an opening of the drawer, cash in or out. */
export const otherProcess = (kind: string, detail: string): Process => ({
  type: 'SonstigerVorgang',
  data: `${kind}^${detail}`,
});

/** What a signature covers. */
export const signedText = (
  signed: Pick<Signature, 'serial' | 'number' | 'counter' | 'startedAt' | 'finishedAt'> & {
    process: Process;
  },
): string =>
  [
    signed.serial,
    signed.number,
    signed.counter,
    signed.process.type,
    signed.process.data,
    signed.startedAt.toISOString(),
    signed.finishedAt.toISOString(),
  ].join(';');
