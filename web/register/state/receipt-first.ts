import { notify } from '../parts/notify.js';
import { useT } from '../texts/index.js';
import { type ReturnScan, useScannedGood } from './scanned-goods.js';

/** An article that is scanned while the return does not ask for articles needs its receipt first. */
export function useReceiptFirst(scanned: ReturnScan | undefined, asksForGoods: boolean): void {
  const t = useT();
  useScannedGood(scanned, () => {
    if (!asksForGoods) notify(t('return.scanFirst'));
  });
}
