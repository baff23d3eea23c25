import { newKey } from '@tillhouse/client';
import { GIFT_CARD_SKU, isMeasured, shownQuantity } from '../../../src/domains/pricing/index.js';
import { useApi, useOnline } from '../../shared/api/index.js';
import { useFormat } from '../../shared/i18n/format.js';
import type { OpenDialog } from '../dialogs/index.js';
import { notify } from '../parts/notify.js';
import { useT } from '../texts/index.js';
import { addGood, type Basket } from './basket.js';
import { needsApproval, quoteKey } from './basket-totals.js';
import { approvalFor, discountAsk } from './discount-ask.js';
import { tillNow } from './journal/clock.js';
import type { Product } from './products.js';
import { codeToCheck, quotePrices } from './promotions.js';
import { editBasket, isLocked, sale, startPaying } from './sale.js';
import type { Session } from './session.js';
import type { Good } from './types.js';

type SetOpen = (open: OpenDialog) => void;

/** Puts goods into the sale; some have a question first. */
export function useAdding(setOpen: SetOpen) {
  const t = useT();
  const add = (good: Good): void => {
    if (isLocked(sale.get())) notify(t('scan.paying'));
    else if (good.sku === GIFT_CARD_SKU) setOpen({ dialog: 'giftCard', good });
    else if (isMeasured(good.unit)) setOpen({ dialog: 'weight', good });
    else editBasket(basket => addGood(basket, good, newKey()));
  };
  const pick = (product: Product): void => {
    const [good, ...others] = product.goods;
    if (others.length > 0) setOpen({ dialog: 'options', product });
    else if (good !== undefined) add(good);
  };
  return { add, pick };
}

/** Applies a price change, or asks for approval first if the store's policy requires it. */
function useChanging(session: Session, setOpen: SetOpen) {
  const t = useT();
  const online = useOnline();
  const { measure } = useFormat();
  const requestApproval = (edit: (basket: Basket) => Basket): void => {
    if (!online) {
      notify(t('approval.offline'));
      return;
    }
    const ask = discountAsk(edit(sale.get().basket), session.store, measure);
    // Items that were scanned meanwhile stay; if they make the discount larger, the payment asks again.
    const onApproved = (id: string): void =>
      editBasket(basket => ({ ...edit(basket), approval: approvalFor(ask, id) }));
    setOpen({ dialog: 'approval', ask: { ...ask, onApproved } });
  };
  const change = (edit: (basket: Basket) => Basket): void => {
    const next = edit(sale.get().basket);
    if (needsApproval(next, session)) requestApproval(edit);
    else editBasket(() => next);
  };
  return { change, requestApproval };
}

/** Changes of the sale, and its payment. */
export function useCartActions(session: Session, setOpen: SetOpen) {
  const t = useT();
  const api = useApi();
  const online = useOnline();
  const { change, requestApproval } = useChanging(session, setOpen);
  const pay = (): void => {
    const { basket } = sale.get();
    if (basket.lines.length === 0) return;
    if (needsApproval(basket, session)) {
      requestApproval(same => same);
      return;
    }
    const code = codeToCheck(basket, tillNow());
    if (!online && code !== undefined) {
      notify(t('codes.offline', { code }));
      return;
    }
    void withLimited().finally(() => {
      // The sale may have been cleared or parked while the service was asked.
      if (sale.get().basket.lines.length === 0) return;
      startPaying();
      setOpen({ dialog: 'pay' });
    });
  };
  /** Only the service knows what is left of a promotion with a budget. */
  const withLimited = async (): Promise<void> => {
    const { basket, paying } = sale.get();
    if (!online || session.store.hasLimited !== true || paying !== null) return;
    const isRegular = basket.lines.every(line => line.unitPriceMinor === line.good.priceMinor);
    if (!isRegular) return;
    const goods = basket.lines.map(({ good: { variantId, unit }, quantity }) => ({
      variantId,
      quantity: shownQuantity(quantity, unit),
    }));
    const quote = await quotePrices(api, goods, basket.codes ?? [], basket.customer?.id).catch(
      () => null,
    );
    if (quote !== null) editBasket(now => ({ ...now, quote: { ...quote, of: quoteKey(basket) } }));
  };
  return { change, pay };
}
