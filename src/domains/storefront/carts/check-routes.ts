import { visitor } from '../../../platform/http/access.js';
import type { App } from '../../../platform/http/server.js';
import type { Platform } from '../../../platform/platform.js';
import { readLimitStatus, StatusAnswer, StatusQuery, shopperOf } from '../../compliance/index.js';
import { optionalVisit, resolveWebSession, visitOrLogin } from '../../people/index.js';
import { throttle, ValidateAnswer, ValidateBody, validateCode } from '../../promotions/index.js';
import { cartLines } from './lines-repository.js';
import { pricedCart } from './priced-cart.js';

/** Enough for a shopper's typing errors, too little to guess codes. */
const VALIDATIONS_A_MINUTE = 60;

/** What promotions and compliance say about a cart; both are handed its lines. */
export function checkRoutes(app: App, platform: Platform): void {
  const { db } = platform;
  app.post(
    '/promo-codes/validate/',
    {
      config: { access: visitor },
      schema: {
        security: optionalVisit,
        tags: ['Promo codes'],
        summary: 'What a code would be worth on a subtotal or a cart; uses nothing up',
        body: ValidateBody,
        response: { 200: ValidateAnswer },
      },
    },
    async request => {
      await throttle(platform, request, 'promo-codes', VALIDATIONS_A_MINUTE);
      const { cart_id: cartId } = request.body;
      // Another guest's cart counts as missing; its worth is nobody else's business.
      const visit = cartId === undefined ? null : await resolveWebSession(platform, request);
      const cart = cartId && visit ? await pricedCart(platform, cartId, visit.id) : undefined;
      return validateCode(platform, request.body, cart);
    },
  );

  app.get(
    '/compliance/purchase-limits/status/',
    {
      config: { access: visitor },
      schema: {
        security: visitOrLogin,
        tags: ['Compliance'],
        summary: 'What the caller may still buy',
        querystring: StatusQuery,
        response: { 200: StatusAnswer },
      },
    },
    async request => {
      const shopper = await shopperOf(platform, request);
      const { store_id: storeId, cart_id: id } = request.query;
      const cart =
        id === undefined ? undefined : { id, lines: await cartLines(db, id, shopper.sessionId) };
      return readLimitStatus(platform, shopper, storeId, cart);
    },
  );
}
