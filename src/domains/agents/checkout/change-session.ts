import { addMs } from '../../../platform/clock.js';
import { Failure, invalidField } from '../../../platform/http/failure.js';
import { newId } from '../../../platform/ids.js';
import type { Platform } from '../../../platform/platform.js';
import {
  addToCart,
  cancelCheckout,
  clearCart,
  createSession,
  unknownSkus,
} from '../../storefront/index.js';
import type { Agent } from '../repository.js';
import { BUSY_MS, keepSession, SESSION_MS, viewOf, withSession } from './claim.js';
import { composed } from './compose.js';
import { insertSession, releaseSession } from './repository.js';
import type { Problem, SessionChange, SessionRow, SessionView, Wanted } from './session.js';
import { cartRefOf, checkoutOf, sessionClosed, sessionTaken } from './visit.js';

export type Opening = Pick<SessionRow, 'protocol' | 'interventions'>;

/** Opens a session: a visit of a guest in the web shop, at the store of the program. */
export async function openSession(
  platform: Platform,
  agent: Agent,
  change: SessionChange,
  opening: Opening,
): Promise<SessionView> {
  await refuseUnknown(platform, change.items);
  const now = platform.clock.now();
  const { sessionId, cartId } = await createSession(platform, null, {
    storeId: agent.store_id,
    email: null,
  });
  const row = await insertSession(platform.db, {
    ...opening,
    id: newId(now),
    agent_id: agent.id,
    visit_id: sessionId,
    cart_id: cartId,
    created_at: now,
    expires_at: addMs(now, SESSION_MS),
    busyUntil: addMs(now, BUSY_MS),
  });
  try {
    return await apply(platform, agent, row, change);
  } finally {
    await releaseSession(platform.db, row);
  }
}

export async function changeSession(
  platform: Platform,
  agent: Agent,
  id: string,
  change: SessionChange,
): Promise<SessionView> {
  await refuseUnknown(platform, change.items);
  return withSession(platform, agent, id, async ({ stage, ...row }) => {
    const { status } = viewOf(platform, { ...row, stage });
    if (row.status !== 'open' || status === 'expired') throw sessionClosed();
    if (stage === 'with_customer') throw sessionTaken();
    // A payment that is being processed keeps the session as it is (`CHECKOUT_BUSY`); an open
    // challenge is given up.
    const owned = await checkoutOf(platform, row);
    if (owned) await cancelCheckout(platform, owned.checkout);
    return apply(platform, agent, { ...row, checkout_id: null }, change);
  });
}

async function refuseUnknown(platform: Platform, items: readonly Wanted[] = []): Promise<void> {
  const unknown = await unknownSkus(
    platform,
    items.map(({ sku }) => sku),
  );
  if (unknown.length === 0) return;
  const index = items.findIndex(({ sku }) => sku === unknown[0]);
  throw invalidField(`line_items[${index}].id`, 'There is no such article.', 'UNKNOWN_SKU');
}

/** Writes the change and what the program is shown for it. */
async function apply(
  platform: Platform,
  agent: Agent,
  row: SessionRow,
  { items, buyer, address, optionId }: SessionChange,
): Promise<SessionView> {
  const inCart = items === undefined ? keptProblems(row) : await fillCart(platform, row, items);
  const now = platform.clock.now();
  const changed: SessionRow = {
    ...row,
    ...(buyer !== undefined && { buyer }),
    ...(address !== undefined && { address }),
    ...(optionId !== undefined && { option_id: optionId }),
    challenged_until: null,
    updated_at: now,
    expires_at: addMs(now, SESSION_MS),
  };
  const found = await composed(platform, agent, changed);
  if (found === undefined) throw sessionClosed();
  const { shown, problems } = found;
  if (!isOffered(optionId, shown.options)) {
    // Deliveries depend on the goods, so the cart has the new ones; restores those shown before.
    if (items !== undefined) await fillCart(platform, row, row.shown?.lines ?? []);
    throw invalidField('selected_fulfillment_options', 'There is no such delivery.');
  }
  const written = { ...changed, shown, problems: [...inCart, ...problems] };
  await keepSession(platform, written);
  return viewOf(platform, { ...written, stage: 'shopping' });
}

/** Problems with articles stay until the program sends the articles again. */
const keptProblems = ({ problems }: SessionRow): Problem[] =>
  problems.filter(({ sku }) => sku !== undefined);

const isOffered = (
  wanted: string | null | undefined,
  options: readonly { id: string }[],
): boolean => !wanted || options.length === 0 || options.some(({ id }) => id === wanted);

/** Replaces the articles. Those that are not available are left out and reported as problems. */
async function fillCart(
  platform: Platform,
  row: SessionRow,
  items: readonly Wanted[],
): Promise<Problem[]> {
  const ref = cartRefOf(row);
  if ((await clearCart(platform, ref)) === undefined) throw sessionClosed();
  const wanted = new Map<string, number>();
  for (const { sku, quantity } of items) wanted.set(sku, (wanted.get(sku) ?? 0) + quantity);
  const problems: Problem[] = [];
  for (const [sku, quantity] of wanted) {
    try {
      await addToCart(platform, ref, { sku, quantity });
    } catch (error) {
      problems.push(problemOf(error, sku));
    }
  }
  return problems;
}

const CODES: Record<string, Problem['code']> = {
  INSUFFICIENT_STOCK: 'out_of_stock',
  PRODUCT_INACTIVE: 'not_sold',
  CART_LIMIT: 'quantity_exceeded',
};

function problemOf(error: unknown, sku: string): Problem {
  if (!(error instanceof Failure) || error.status >= 500) throw error;
  return { code: CODES[error.code] ?? 'not_sold', about: 'items', text: error.message, sku };
}
