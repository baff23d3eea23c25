import { anybody } from '../../../platform/http/access.js';
import type { App } from '../../../platform/http/server.js';
import type { Platform } from '../../../platform/platform.js';
import { addToCart } from './add-to-cart.js';
import { changeQuantity } from './change-quantity.js';
import { clearCart } from './clear-cart.js';
import { ownCart } from './own-cart.js';
import { presentCart } from './present.js';
import { priceCart } from './price-cart.js';
import { dropPromoCode, enterPromoCode } from './promo-code.js';
import { removeFromCart } from './remove-from-cart.js';
import type { Cart } from './repository.js';
import {
  AddAnswer,
  AddBody,
  CartAnswer,
  CartParams,
  ChangeBody,
  DoneAnswer,
  PromoBody,
  RemoveBody,
} from './schemas.js';
import { showCart } from './show-cart.js';

const tags = ['Web shop: cart'];
const params = CartParams;
/** Ownership is checked before the body, so validation only attaches its error. */
const open = { config: { access: anybody }, attachValidation: true };

export function cartRoutes(app: App, platform: Platform): void {
  lineRoutes(app, platform);
  promoRoutes(app, platform);
}

const answerWith = async (platform: Platform, cart: Cart) =>
  presentCart(await priceCart(platform, cart));

function lineRoutes(app: App, platform: Platform): void {
  app.get(
    '/web-commerce/cart/:cart_id/',
    { ...open, schema: { tags, summary: 'Read the cart', params, response: { 200: CartAnswer } } },
    async request => {
      const ref = await ownCart(platform, request);
      return answerWith(platform, await showCart(platform, ref));
    },
  );

  app.post(
    '/web-commerce/cart/:cart_id/add/',
    {
      ...open,
      schema: {
        tags,
        summary: 'Add an article to the cart',
        params,
        body: AddBody,
        response: { 200: AddAnswer },
      },
    },
    async request => {
      const ref = await ownCart(platform, request);
      const { sku, quantity, store_id: storeId } = request.body;
      const cart = await addToCart(platform, ref, { sku, quantity, storeId });
      return {
        success: true as const,
        message: 'Added to the cart.',
        cart: await answerWith(platform, cart),
      };
    },
  );

  app.patch(
    '/web-commerce/cart/:cart_id/update/',
    {
      ...open,
      schema: {
        tags,
        summary: 'Change a quantity',
        params,
        body: ChangeBody,
        response: { 200: CartAnswer },
      },
    },
    async request => {
      const ref = await ownCart(platform, request);
      return answerWith(platform, await changeQuantity(platform, ref, request.body));
    },
  );

  app.post(
    '/web-commerce/cart/:cart_id/remove/',
    {
      ...open,
      schema: {
        tags,
        summary: 'Remove an article from the cart',
        params,
        body: RemoveBody,
        response: { 200: CartAnswer },
      },
    },
    async request => {
      const ref = await ownCart(platform, request);
      return answerWith(platform, await removeFromCart(platform, ref, request.body.sku));
    },
  );

  app.post(
    '/web-commerce/cart/:cart_id/clear/',
    { ...open, schema: { tags, summary: 'Empty the cart', params, response: { 200: DoneAnswer } } },
    async request => {
      await clearCart(platform, await ownCart(platform, request));
      return { success: true as const, message: 'The cart is empty.' };
    },
  );
}

function promoRoutes(app: App, platform: Platform): void {
  app.post(
    '/web-commerce/cart/:cart_id/promo/',
    {
      ...open,
      schema: {
        tags,
        summary: 'Enter a promo code',
        params,
        body: PromoBody,
        response: { 200: CartAnswer },
      },
    },
    async request => {
      const ref = await ownCart(platform, request);
      const cart = await enterPromoCode(platform, ref, request.body.code, request.ip);
      return answerWith(platform, cart);
    },
  );

  app.delete(
    '/web-commerce/cart/:cart_id/promo/',
    {
      ...open,
      schema: { tags, summary: 'Remove the promo code', params, response: { 200: CartAnswer } },
    },
    async request => {
      const ref = await ownCart(platform, request);
      return answerWith(platform, await dropPromoCode(platform, ref));
    },
  );
}
