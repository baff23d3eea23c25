import type { FastifyRequest } from 'fastify';
import { visitor } from '../../../platform/http/access.js';
import type { App } from '../../../platform/http/server.js';
import type { Platform } from '../../../platform/platform.js';
import { visitSecurity } from '../../people/index.js';
import { addToCart } from './add-to-cart.js';
import { changeQuantity } from './change-quantity.js';
import { clearCart } from './clear-cart.js';
import { onOwnCart } from './own-cart.js';
import { presentCart } from './present.js';
import type { PricedCart } from './price-cart.js';
import { dropPromoCode, enterPromoCode } from './promo-code.js';
import { removeFromCart } from './remove-from-cart.js';
import type { CartRef } from './repository.js';
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
const open = { config: { access: visitor }, attachValidation: true };

export function cartRoutes(app: App, platform: Platform): void {
  lineRoutes(app, platform);
  promoRoutes(app, platform);
}

const cartIdOf = ({ params }: FastifyRequest): string =>
  String((params as { cart_id: unknown }).cart_id);

/** Runs a use case on the caller's own cart and presents the cart it returns. */
const answerWith = async (
  platform: Platform,
  request: FastifyRequest,
  use: (ref: CartRef) => Promise<PricedCart | undefined>,
) => presentCart(await onOwnCart(platform, request, cartIdOf(request), use));

function lineRoutes(app: App, platform: Platform): void {
  app.get(
    '/web-commerce/cart/:cart_id/',
    {
      ...open,
      schema: {
        tags,
        security: visitSecurity,
        summary: 'Read the cart',
        params,
        response: { 200: CartAnswer },
      },
    },
    request => answerWith(platform, request, ref => showCart(platform, ref)),
  );

  app.post(
    '/web-commerce/cart/:cart_id/add/',
    {
      ...open,
      schema: {
        tags,
        security: visitSecurity,
        summary: 'Add an article to the cart',
        params,
        body: AddBody,
        response: { 200: AddAnswer },
      },
    },
    async request => {
      const cart = await answerWith(platform, request, ref => {
        const { sku, quantity, store_id: storeId } = request.body;
        return addToCart(platform, ref, { sku, quantity, storeId });
      });
      return { success: true as const, message: 'Added to the cart.', cart };
    },
  );

  app.patch(
    '/web-commerce/cart/:cart_id/update/',
    {
      ...open,
      schema: {
        tags,
        security: visitSecurity,
        summary: 'Change a quantity',
        params,
        body: ChangeBody,
        response: { 200: CartAnswer },
      },
    },
    request => answerWith(platform, request, ref => changeQuantity(platform, ref, request.body)),
  );

  app.post(
    '/web-commerce/cart/:cart_id/remove/',
    {
      ...open,
      schema: {
        tags,
        security: visitSecurity,
        summary: 'Remove an article from the cart',
        params,
        body: RemoveBody,
        response: { 200: CartAnswer },
      },
    },
    request =>
      answerWith(platform, request, ref => removeFromCart(platform, ref, request.body.sku)),
  );

  app.post(
    '/web-commerce/cart/:cart_id/clear/',
    {
      ...open,
      schema: {
        tags,
        security: visitSecurity,
        summary: 'Empty the cart',
        params,
        response: { 200: DoneAnswer },
      },
    },
    async request => {
      await onOwnCart(platform, request, cartIdOf(request), ref => clearCart(platform, ref));
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
        security: visitSecurity,
        summary: 'Enter a promo code',
        params,
        body: PromoBody,
        response: { 200: CartAnswer },
      },
    },
    request =>
      answerWith(platform, request, ref =>
        enterPromoCode(platform, ref, request.body.code, request.ip),
      ),
  );

  app.delete(
    '/web-commerce/cart/:cart_id/promo/',
    {
      ...open,
      schema: {
        tags,
        security: visitSecurity,
        summary: 'Remove the promo code',
        params,
        response: { 200: CartAnswer },
      },
    },
    request => answerWith(platform, request, ref => dropPromoCode(platform, ref)),
  );
}
