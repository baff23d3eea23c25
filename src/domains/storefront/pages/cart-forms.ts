import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { visitor } from '../../../platform/http/access.js';
import { Failure } from '../../../platform/http/failure.js';
import { isUuid } from '../../../platform/ids.js';
import { LANGUAGES } from '../../../platform/language.js';
import type { Platform } from '../../../platform/platform.js';
import { requireOwnOrigin } from '../../access/index.js';
import { GUEST_VISIT_MS, resolveWebSession, setSessionCookie } from '../../people/index.js';
import { setReminder } from '../alerts/set-reminder.js';
import { withdrawReminder } from '../alerts/withdraw-reminder.js';
import { addToCart } from '../carts/add-to-cart.js';
import { changeQuantity } from '../carts/change-quantity.js';
import { notYourCart } from '../carts/errors.js';
import { removeFromCart } from '../carts/remove-from-cart.js';
import { type CartRef, readOwnCart } from '../carts/repository.js';
import { activeCartId } from '../carts/visit-repository.js';
import { createSession } from '../sessions/create-session.js';
import { restoreLeftCart } from '../sessions/restore-left-cart.js';

const CART_PAGE = '/app/shop/cart';
const MAX_FORM_BYTES = 4_096;
const form = {
  config: { access: visitor },
  schema: { hide: true },
  bodyLimit: MAX_FORM_BYTES,
};

/**
 * What the pages send where scripts do not run. The answer is always the cart, so that a reload
 * repeats nothing; a refusal is shown there.
 */
export function cartFormRoutes(app: FastifyInstance, platform: Platform): void {
  const fromOwnPage = async (request: FastifyRequest): Promise<void> =>
    // Checked without a cookie too: another site must not replace the visit of a shopper.
    requireOwnOrigin(request, platform.config);

  app.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string' },
    (_request, body, done) => done(null, Object.fromEntries(new URLSearchParams(String(body)))),
  );
  const handle = (
    change: (request: FastifyRequest, reply: FastifyReply) => Promise<unknown>,
    next = CART_PAGE,
  ) => {
    return async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
      await fromOwnPage(request);
      try {
        await change(request, reply);
      } catch (error) {
        if (!(error instanceof Failure)) throw error;
        return reply.redirect(`${CART_PAGE}?refused=${encodeURIComponent(error.code)}`, 303);
      }
      return reply.redirect(next, 303);
    };
  };
  app.post(
    '/app/shop/cart/add/',
    form,
    handle((request, reply) => add(platform, request, reply)),
  );
  app.post(
    '/app/shop/cart/change/',
    form,
    handle(request => change(platform, request)),
  );
  app.post(
    '/app/shop/cart/reminder/',
    form,
    handle(request => remind(platform, request), `${CART_PAGE}?reminder=saved`),
  );
  app.post(
    '/app/shop/cart/restore/',
    form,
    handle((request, reply) => restore(platform, request, reply)),
  );
  app.post(
    '/app/shop/cart/stop-reminder/',
    form,
    handle(
      request => withdrawReminder(platform, fieldOf(request, 'token')),
      `${CART_PAGE}/stop-reminder?done=1`,
    ),
  );
}

const fieldOf = ({ body }: FastifyRequest, name: string): string => {
  const value = (body as Record<string, unknown> | null | undefined)?.[name];
  return typeof value === 'string' ? value.trim() : '';
};

/** `variant` is the choice in a list; `sku` is what the page had chosen. */
async function add(
  platform: Platform,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<void> {
  const storeId = fieldOf(request, 'store_id');
  const item = {
    sku: fieldOf(request, 'variant') || fieldOf(request, 'sku'),
    quantity: quantityOf(request),
  };
  const visit = await resolveWebSession(platform, request, { cookieOnly: true });
  const cartId = visit && (await activeCartId(platform.db, visit.id));
  if (visit && cartId) {
    const ref = refOf(cartId, visit.id);
    if (!isUuid(storeId) || !(await isEmptyElsewhere(platform, ref, storeId))) {
      const added = await addToCart(platform, ref, {
        ...item,
        ...(isUuid(storeId) && { storeId }),
      });
      if (added === undefined) throw notYourCart();
      return;
    }
  }
  const opened = await createSession(platform, visit, { storeId, email: null });
  if (opened.cookie !== null) setSessionCookie(reply, platform, opened.cookie, GUEST_VISIT_MS);
  await addToCart(platform, refOf(opened.cartId, opened.sessionId), item);
}

/** An empty cart does not hold a visitor at the store where it was opened. */
async function isEmptyElsewhere(
  { db, clock }: Platform,
  ref: CartRef,
  storeId: string,
): Promise<boolean> {
  const cart = await readOwnCart(db, ref, clock.now());
  return (
    cart !== undefined && cart.variantIds.length === 0 && cart.storeId !== storeId.toLowerCase()
  );
}

async function change(platform: Platform, request: FastifyRequest): Promise<void> {
  const visit = await resolveWebSession(platform, request, { cookieOnly: true });
  const cartId = visit && (await activeCartId(platform.db, visit.id));
  if (!visit || !cartId) throw notYourCart();
  const ref = refOf(cartId, visit.id);
  const sku = fieldOf(request, 'sku');
  const changed =
    fieldOf(request, 'remove') === ''
      ? await changeQuantity(platform, ref, { sku, quantity: quantityOf(request) })
      : await removeFromCart(platform, ref, sku);
  if (changed === undefined) throw notYourCart();
}

/** A box that is not ticked is not sent, and withdraws the consent. */
async function remind(platform: Platform, request: FastifyRequest): Promise<void> {
  const visit = await resolveWebSession(platform, request, { cookieOnly: true });
  const cartId = visit && (await activeCartId(platform.db, visit.id));
  if (!visit || !cartId) throw notYourCart();
  const done = await setReminder(platform, refOf(cartId, visit.id), {
    consent: fieldOf(request, 'consent') !== '',
    email: fieldOf(request, 'email'),
    language: LANGUAGES.find(language => language === fieldOf(request, 'lang')),
    address: request.ip,
  });
  if (done === undefined) throw notYourCart();
}

async function restore(
  platform: Platform,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<void> {
  const visit = await resolveWebSession(platform, request, { cookieOnly: true });
  const { cookie } = await restoreLeftCart(platform, visit, fieldOf(request, 'token'));
  if (cookie !== null) setSessionCookie(reply, platform, cookie, GUEST_VISIT_MS);
}

const refOf = (cartId: string, sessionId: string): CartRef => ({
  cartId,
  visit: { by: 'id', value: sessionId },
});

/** A field of goods sold by measure shows the decimal comma of German. */
const quantityOf = (request: FastifyRequest): string | number => {
  const typed = fieldOf(request, 'quantity')
    .replace(',', '.')
    .replace(/[^\d.]+$/, '');
  return /^\d+$/.test(typed) ? Number(typed) : typed;
};
