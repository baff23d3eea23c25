import type { Minor } from '../../platform/money.js';

/** A price may be this many times that of the list; more is an error or a fraud. */
const MOST_TIMES = 10;

/** Whether a price needs an approval in every store, because it is far above that of the list. */
export const isFarAbove = (unitPriceMinor: Minor, listedMinor: Minor): boolean =>
  unitPriceMinor > listedMinor * MOST_TIMES;
