import { notifications } from '@mantine/notifications';
import { newKey } from '@tillhouse/client';
import { type ReactNode, useCallback, useEffect, useRef, useState } from 'react';
import { GIFT_CARD_SKU, isMeasured, shownQuantity } from '../../src/domains/pricing/index.js';
import { useApi, useOnline } from '../shared/api/index.js';
import { OfflineBanner } from '../shared/components/offline-banner.js';
import { useFormat } from '../shared/i18n/format.js';
import { Dialogs, loadLaterParts, type OpenDialog } from './dialogs/index.js';
import { Browse } from './parts/browse.js';
import { Cart } from './parts/cart.js';
import { Header } from './parts/header.js';
import { notify } from './parts/notify.js';
import {
  addGood,
  addWeighed,
  type Basket,
  momentOf,
  needsApproval,
  quoteKey,
} from './state/basket.js';
import { findOrders } from './state/calls.js';
import { findScanned, type Good, type Scanned, useCatalogue } from './state/catalogue.js';
import { discountAsk } from './state/discount-ask.js';
import { useCustomerDisplay } from './state/display.js';
import { isGiftCardCode } from './state/gift-card-balance.js';
import { useIdleLock } from './state/idle-lock.js';
import { tillNow } from './state/journal/clock.js';
import { unsentAt } from './state/journal/unsent.js';
import { may } from './state/may.js';
import { knownAt } from './state/offline-pins.js';
import { isOrderCode, isTillNumber, leaveSale, numberIn } from './state/open-sales.js';
import { usePermissions } from './state/permissions.js';
import type { Product } from './state/products.js';
import { codeToCheck, quotePrices } from './state/promotions.js';
import { editBasket, isLocked, park, sale, startPaying, stopPaying } from './state/sale.js';
import { useScanner } from './state/scanner.js';
import { logOut, refreshStore, type Session } from './state/session.js';
import { useShortcuts } from './state/shortcuts.js';
import {
  useAbandoned,
  useCurrentPrices,
  useSaleSync,
  useSending,
  useStoreEvents,
} from './state/till-hooks.js';
import { useDiskWarning } from './state/use-disk-warning.js';
import { useHeldSync } from './state/use-held-sync.js';
import { useT } from './texts/index.js';
import css from './till.module.css';

/** Where a sale is found that this till leaves. */
const LEFT = { sale: 'part.left', order: 'part.orderLeft', layaway: 'part.layawayLeft' } as const;

/** Until then the first tiles are drawn. */
const LATER_MS = 300;

/** `onSwitch`: another cashier takes over without a connection. */
export function Till(props: { session: Session; onSwitch: () => void }): ReactNode {
  const { session, onSwitch } = props;
  const t = useT();
  const api = useApi();
  const online = useOnline();
  const { measure } = useFormat();
  const field = useRef<HTMLInputElement>(null);
  const [open, setOpen] = useState<OpenDialog>(null);
  const close = useCallback(() => {
    stopPaying();
    setOpen(null);
  }, []);
  const send = useSending(session);
  const check = useSaleSync(() => setOpen(null));
  useAbandoned();
  usePermissions();
  useHeldSync();
  useCustomerDisplay(session);
  useStoreEvents(session, check);
  useEffect(() => {
    if (online) void refreshStore(api).catch(() => undefined);
  }, [api, online]);
  // After a reload, an open payment continues.
  useEffect(() => {
    if (sale.get().paying !== null) setOpen({ dialog: 'pay' });
  }, []);

  const addToCart = (good: Good): void => {
    if (isLocked(sale.get())) notify(t('scan.paying'));
    else if (good.sku === GIFT_CARD_SKU) setOpen({ dialog: 'giftCard', good });
    else if (isMeasured(good.unit)) setOpen({ dialog: 'weight', good });
    else editBasket(basket => addGood(basket, good, newKey()));
  };
  const pickProduct = (product: Product): void => {
    const [good, ...others] = product.goods;
    if (others.length > 0) setOpen({ dialog: 'options', product });
    else if (good !== undefined) addToCart(good);
  };
  const addScanned = ({ good, goods }: Exclude<Scanned, string | undefined>): void => {
    const dialog = open?.dialog;
    if (dialog === 'withoutReceipt') setOpen({ dialog, scanned: { good } });
    else if (dialog === 'return') {
      const quantity = goods && shownQuantity(goods.quantity, good.unit);
      setOpen({ dialog, scanned: { good, ...(quantity && { quantity }) } });
    } else if (goods === undefined || isLocked(sale.get())) addToCart(good);
    else editBasket(basket => addWeighed(basket, good, goods, newKey()));
  };
  const catalogue = useCatalogue().data;
  const hasGoods = catalogue !== undefined;
  useEffect(() => {
    if (!hasGoods) return undefined;
    // After the first tiles, which the work of loading would delay.
    const timer = setTimeout(() => void loadLaterParts(), LATER_MS);
    return () => clearTimeout(timer);
  }, [hasGoods]);
  useCurrentPrices(catalogue);
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
  const takeNumber = (code: string): void => {
    if (open?.dialog === 'return')
      setOpen({ dialog: 'return', scanned: { number: numberIn(code) } });
    else if (open === null && isOrderCode(code)) void openScannedSale(code);
    else if (open === null && isTillNumber(code)) void openTillReceipt(code);
    else notify(t('scan.unknown', { code }));
  };
  /** A waiting order is handed over; goods of any other sale come back. */
  const openScannedSale = async (code: string): Promise<void> => {
    const waiting = online ? await findOrders(api, code).catch(() => []) : [];
    if (waiting.length > 0) setOpen({ dialog: 'orders', scanned: code });
    else setOpen({ dialog: 'return', scanned: { number: numberIn(code) } });
  };
  /** Papers that tills print without a connection have the number of the till. */
  const openTillReceipt = async (code: string): Promise<void> => {
    const { isKnownReceipt } = await import('./state/known-receipt.js');
    const { terminal } = session;
    if (await isKnownReceipt(api, { online, terminal }, code)) {
      setOpen({ dialog: 'return', scanned: { number: code } });
    } else notify(t('scan.unknown', { code }));
  };

  /** Applies a price change, or asks for approval first if the store's policy requires it. */
  const change = (edit: (basket: Basket) => Basket): void => {
    const next = edit(sale.get().basket);
    if (needsApproval(next, session)) requestApproval(edit);
    else editBasket(() => next);
  };
  const requestApproval = (edit: (basket: Basket) => Basket): void => {
    if (!online) {
      notify(t('approval.offline'));
      return;
    }
    const ask = discountAsk(edit(sale.get().basket), session.store, measure);
    const { amountMinor } = ask;
    // Items that were scanned meanwhile stay; if they make the discount larger, the payment asks again.
    const onApproved = (id: string): void =>
      editBasket(basket => ({ ...edit(basket), approval: { id, amountMinor } }));
    setOpen({ dialog: 'approval', ask: { ...ask, onApproved } });
  };
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
  const signOut = (): void => {
    if (isLocked(sale.get())) notify(t('menu.payFirst'));
    else void leaveTill();
  };
  /** Without a connection only a person whom this till can check takes over. */
  const leaveTill = async (): Promise<void> => {
    const { terminal } = session;
    const isOut = online && (await logOut(api));
    const count = unsentAt(terminal).length;
    if (isOut && count > 0) notify(t('journal.unsentHere', { count, terminal }));
    else if (!isOut && knownAt(session).length > 0) onSwitch();
    else if (!isOut) notify(t('switch.nobody'));
  };
  const parkSale = (): void => {
    park(session.user.name);
    notifications.show({ message: t('parked.done') });
  };
  const leave = (): void => {
    const { paying } = sale.get();
    const text = LEFT[paying?.takenOver?.kind ?? 'sale'];
    const message = t(text, { number: paying?.number ?? '' });
    if (leaveSale()) notifications.show({ message });
  };
  useIdleLock(session);
  useDiskWarning();
  useShortcuts({ field, pay, park: parkSale, drawer: () => setOpen({ dialog: 'drawer' }) });

  return (
    <>
      <div className={css.till}>
        <Header session={session} onOpen={dialog => setOpen({ dialog })} onSignOut={signOut} />
        <OfflineBanner>{t('offline.text')}</OfflineBanner>
        <main className={css.work} style={{ gridRow: 3 }}>
          <Browse
            field={field}
            onGood={addToCart}
            onProduct={pickProduct}
            onArrange={
              may(session, 'store.settings') ? () => setOpen({ dialog: 'arrangeTiles' }) : undefined
            }
          />
          <Cart
            session={session}
            onPay={pay}
            onDiscount={() => setOpen({ dialog: 'discount' })}
            onPark={parkSale}
            onCustomer={() => setOpen({ dialog: 'customer' })}
            onLabels={() => setOpen({ dialog: 'labels' })}
            onLayaway={() => setOpen({ dialog: 'layaways' })}
            onQuotes={() => setOpen({ dialog: 'quotes' })}
            onLine={key => setOpen({ dialog: 'line', key })}
            onCancel={() => setOpen({ dialog: 'cancel' })}
            onLeave={leave}
          />
        </main>
      </div>
      <Dialogs
        open={open}
        session={session}
        onOpen={setOpen}
        onClose={close}
        onChange={change}
        onPick={good => {
          setOpen(null);
          addToCart(good);
        }}
        onSend={send}
        onRefused={check}
      />
    </>
  );
}

/** A scanned gift card pays the open payment; without a dialog, its balance is shown. */
function dialogForGiftCard(code: string, open: OpenDialog): 'pay' | 'cardBalance' | undefined {
  if (!isGiftCardCode(code)) return undefined;
  const dialog = open?.dialog ?? 'cardBalance';
  return dialog === 'pay' || dialog === 'cardBalance' ? dialog : undefined;
}
