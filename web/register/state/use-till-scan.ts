import { newKey } from '@tillhouse/client';
import { shownQuantity } from '../../../src/domains/pricing/index.js';
import { useApi, useOnline } from '../../shared/api/index.js';
import type { OpenDialog } from '../dialogs/index.js';
import { notify } from '../parts/notify.js';
import { useT } from '../texts/index.js';
import { addWeighed, momentOf } from './basket.js';
import { findOrders } from './calls.js';
import { type Catalogue, findScanned, type Scanned } from './catalogue.js';
import { isGiftCardCode } from './gift-card-balance.js';
import { isOrderCode, isTillNumber, numberIn } from './open-sales.js';
import { editBasket, isLocked, sale } from './sale.js';
import { useScanner } from './scanner.js';
import type { Session } from './session.js';
import type { Good } from './types.js';

type Place = {
  session: Session;
  catalogue: Catalogue | undefined;
  open: OpenDialog;
  setOpen: (open: OpenDialog) => void;
  onGood: (good: Good) => void;
};

/** Gives each scan to the open dialog, to the sale, or to the return of its receipt. */
export function useTillScan(place: Place): void {
  const { catalogue, open, setOpen } = place;
  const t = useT();
  const addScanned = useAddScanned(place);
  const takeNumber = useNumbers(place);
  useScanner(code => {
    const found = catalogue && findScanned(catalogue, code, momentOf(sale.get().basket));
    const giftCardDialog = found === undefined ? dialogForGiftCard(code, open) : undefined;
    if (giftCardDialog !== undefined) setOpen({ dialog: giftCardDialog, scanned: code });
    else if (sale.get().paying !== null && open?.dialog === 'pay') notify(t('scan.paying'));
    else if (open?.dialog === 'orders') setOpen({ dialog: 'orders', scanned: code });
    else if (typeof found === 'string') notify(t(`scan.${found}`));
    else if (found !== undefined) addScanned(found);
    else takeNumber(code);
  });
}

const useAddScanned =
  ({ open, setOpen, onGood }: Place) =>
  ({ good, goods }: Exclude<Scanned, string | undefined>): void => {
    const dialog = open?.dialog;
    if (dialog === 'withoutReceipt') setOpen({ dialog, scanned: { good } });
    else if (dialog === 'return') {
      const quantity = goods && shownQuantity(goods.quantity, good.unit);
      setOpen({ dialog, scanned: { good, ...(quantity && { quantity }) } });
    } else if (goods === undefined || isLocked(sale.get())) onGood(good);
    else editBasket(basket => addWeighed(basket, good, goods, newKey()));
  };

/** Numbers of receipts and orders. */
function useNumbers({ session, open, setOpen }: Place): (code: string) => void {
  const t = useT();
  const api = useApi();
  const online = useOnline();
  /** A waiting order is handed over; goods of any other sale come back. */
  const openScannedSale = async (code: string): Promise<void> => {
    const waiting = online ? await findOrders(api, code).catch(() => []) : [];
    if (waiting.length > 0) setOpen({ dialog: 'orders', scanned: code });
    else setOpen({ dialog: 'return', scanned: { number: numberIn(code) } });
  };
  /** Papers that tills print without a connection have the number of the till. */
  const openTillReceipt = async (code: string): Promise<void> => {
    const { isKnownReceipt } = await import('./known-receipt.js');
    const { terminal } = session;
    if (await isKnownReceipt(api, { online, terminal }, code)) {
      setOpen({ dialog: 'return', scanned: { number: code } });
    } else notify(t('scan.unknown', { code }));
  };
  return code => {
    if (open?.dialog === 'return') {
      setOpen({ dialog: 'return', scanned: { number: numberIn(code) } });
    } else if (open === null && isOrderCode(code)) void openScannedSale(code);
    else if (open === null && isTillNumber(code)) void openTillReceipt(code);
    else notify(t('scan.unknown', { code }));
  };
}

/** A scanned gift card pays the open payment; without a dialog, its balance is shown. */
function dialogForGiftCard(code: string, open: OpenDialog): 'pay' | 'cardBalance' | undefined {
  if (!isGiftCardCode(code)) return undefined;
  const dialog = open?.dialog ?? 'cardBalance';
  return dialog === 'pay' || dialog === 'cardBalance' ? dialog : undefined;
}
