import {
  draftOf,
  writeForm,
} from '../../src/domains/storefront/checkout/attempt/attempt-repository.js';
import { packDraft } from '../../src/domains/storefront/checkout/attempt/packed-draft.js';
import { writeDraft } from '../../src/domains/storefront/checkout/attempt/write-draft.js';
import { lockCheckout } from '../../src/domains/storefront/checkout/repository.js';
import { atomically, statement } from '../../src/platform/database/tx.js';
import type { ShopOptions } from '../support/service.js';
import type { Line } from './checkout-shoppers.js';
import {
  add,
  byToken,
  DOWNTOWN_ID,
  openShop,
  openVisit,
  type Reply,
  type Shop,
  type Visit,
} from './support.js';

export * from './checkout-shoppers.js';

/** Without the demo promotions, because these tests expect exact prices. */
export async function openCheckoutShop(options: ShopOptions = {}): Promise<Shop> {
  const shop = await openShop(options);
  await statement(shop.platform.db, 'update promotions set is_active = false');
  return shop;
}

/** A guest visit with a cart, identified by its token. */
export async function shopper(
  shop: Shop,
  lines: readonly Line[] = [['MUG-WHITE', 2]],
  storeId = DOWNTOWN_ID,
): Promise<Visit> {
  const visit = await openVisit(shop, storeId);
  for (const [sku, quantity] of lines) {
    const reply = await add(shop, visit, sku, quantity);
    if (reply.status !== 200) throw new Error(`not added: ${reply.text}`);
  }
  return visit;
}

const DAY_MS = 24 * 60 * 60_000;

export const tomorrow = (shop: Shop): string =>
  new Date(shop.platform.clock.now().getTime() + DAY_MS).toISOString();

export const initiate = (
  shop: Shop,
  visit: Visit,
  body: Record<string, unknown> = {},
): Promise<Reply> =>
  shop.call('POST', '/web-commerce/checkout/initiate/', {
    headers: byToken(visit),
    body: {
      cart_id: visit.cartId,
      store_id: DOWNTOWN_ID,
      fulfillment_method: 'ship',
      ...body,
    },
  });

/** A visit with a cart and an open checkout. */
export async function atCheckout(
  shop: Shop,
  lines?: readonly Line[],
  body: Record<string, unknown> = {},
): Promise<{ visit: Visit; id: string }> {
  const visit = await shopper(shop, lines);
  const reply = await initiate(shop, visit, body);
  if (reply.status !== 201) throw new Error(`no checkout: ${reply.text}`);
  return { visit, id: reply.body.checkout.id };
}

/** A new article, so that tests do not share the stock of the demo articles. */
export async function article(
  shop: Shop,
  sku: string,
  {
    price = '10.00',
    stock = 100,
    digital = false,
  }: { price?: string; stock?: number; digital?: boolean } = {},
): Promise<string> {
  const token = await shop.officeToken('admin');
  const post = async (url: string, body: unknown) => {
    const reply = await shop.call('POST', url, { token, body });
    if (reply.status !== 201) throw new Error(`${url}: ${reply.text}`);
    return reply.body;
  };
  const product = await post('/products/', {
    name: sku,
    slug: sku.toLowerCase(),
    is_digital: digital,
    variants: [{ sku, price }],
  });
  if (stock > 0) {
    await post('/inventory-levels/', { store: 'DOWNTOWN', sku, on_hand: stock });
  }
  return product.variants[0].id;
}

/** An attempt as the release before opened it: with rows of sale and payment, and no draft. */
export const openAsReleaseBefore = ({ platform }: Shop, checkoutId: string): Promise<void> =>
  atomically(platform.db, async tx => {
    const checkout = await lockCheckout(tx, checkoutId);
    const draft = checkout && (await draftOf(tx, checkout));
    if (!draft) throw new Error('no open attempt');
    await writeDraft(tx, checkout, draft);
    await statement(tx, 'update checkout_attempts set draft = null where checkout_id = $1', [
      checkoutId,
    ]);
  });

/** A draft as the release before stored it: with the form in the checkout. */
export const moveFormToCheckout = ({ platform }: Shop, checkoutId: string): Promise<void> =>
  atomically(platform.db, async tx => {
    const checkout = await lockCheckout(tx, checkoutId);
    const draft = checkout && (await draftOf(tx, checkout));
    if (!draft?.form) throw new Error('no open attempt');
    const { form, number: _number, openedAt: _openedAt, ...rest } = draft;
    await writeForm(tx, checkoutId, form);
    await statement(tx, 'update checkout_attempts set draft = $2::bytea where checkout_id = $1', [
      checkoutId,
      packDraft(rest),
    ]);
  });
