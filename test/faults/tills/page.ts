import { formatMoney } from '../../../src/platform/money.js';
import { addGood, setQuantity } from '../../../web/register/state/basket.js';
import {
  type Catalogue,
  catalogueSaved,
  type Method,
  openCatalogue,
  pricedAt,
  updateCatalogue,
} from '../../../web/register/state/catalogue.js';
import { ENTRIES, inDatabase, result } from '../../../web/register/state/database.js';
import { enterBooked, enterSales } from '../../../web/register/state/enter-sales.js';
import { noteHolding, syncOnce } from '../../../web/register/state/held-sync.js';
import {
  alignJournal,
  ensureJournal,
  keepForgotten,
} from '../../../web/register/state/journal/align.js';
import { tillNow } from '../../../web/register/state/journal/clock.js';
import { type Entry, entriesFrom } from '../../../web/register/state/journal/entries.js';
import { recordStep } from '../../../web/register/state/journal/index.js';
import { sendWaiting } from '../../../web/register/state/journal/send.js';
import { findKept, leftOf, worthOf } from '../../../web/register/state/offline-return.js';
import type { TenderInput } from '../../../web/register/state/plan-tender.js';
import {
  clearSale,
  editBasket,
  park,
  parked,
  resume,
  sale,
  saleTotals,
  startPaying,
  unparkShown,
} from '../../../web/register/state/sale.js';
import { logIn, type Session, session } from '../../../web/register/state/session.js';
import { denominations } from '../../../web/register/state/shift-here.js';
import { takeTender } from '../../../web/register/state/tender.js';
import { lookForBooked } from '../../../web/register/state/to-enter.js';
import { connection } from '../../../web/shared/api/connection.js';
import { createQueries, createScreenApi } from '../../../web/shared/api/index.js';
import type { Customer, KeptEntry, Refund, TillPage } from './till-page.js';

/**
 * The register without its screens: the same modules, called as the components call them. It runs in
 * a realm of its own for each page, so that a reload begins with nothing but what the device stores.
 */
const api = createScreenApi({
  screen: 'register',
  onSignedOut: () => session.set(null),
  timeoutMs: 8_000,
});
const queries = createQueries();
let catalogue: Catalogue | undefined;

const signedIn = (): Session => {
  const current = session.get();
  if (current === null) throw new Error('nobody is signed in');
  return current;
};

async function connect(): Promise<void> {
  const { terminal } = signedIn();
  const openKey = (): string | undefined => sale.get().paying?.open?.key;
  if (!(await connection.check())) return keepForgotten(terminal, openKey);
  await alignJournal(api, terminal, openKey);
  await updateCatalogue(api, queries, { withExtras: false });
  const results = await sendWaiting(api, terminal);
  if (results.some(({ status }) => status === 'held')) await ensureJournal(api, terminal);
  lookForBooked();
  await enterSales(api, signedIn(), () => undefined);
  await enterBooked(api, signedIn());
  await syncParked();
}

/** As the screen does it: what left the cart is noted, and parked sales are sent or claimed. */
async function syncParked(): Promise<void> {
  noteHolding(sale.get().basket.held?.id ?? null);
  if (!connection.get()) return;
  await syncOnce(api, ({ till }) => {
    throw new Error(`a parked sale is at ${till || 'no till'}`);
  });
}

function ringUp({ note, items }: Customer): void {
  clearSale();
  for (const { sku, quantity } of items) {
    const good = catalogue?.goods.byCode(sku);
    if (good === undefined) throw new Error(`${sku} is not in the catalogue`);
    editBasket(basket => {
      const next = addGood(basket, good, `${note} ${sku}`);
      return setQuantity(next, next.selected ?? '', quantity);
    });
  }
  editBasket(basket => ({ ...basket, note }));
}

const methodFor = (code: string): Method => {
  const method = catalogue?.methods.find(one => one.code === code);
  if (method === undefined) throw new Error(`${code} is no way to pay`);
  return method;
};

/** Cash comes in fives. */
const IN_FIVES_MINOR = 500;

/** Less than any sale comes to. */
const PART_MINOR = 100;

async function refundFor(number: string): Promise<Refund | undefined> {
  const { terminal, store } = signedIn();
  const kept = await findKept(terminal, number);
  const [first] = kept?.lines ?? [];
  const isCash = kept?.paidWith.every(id => id === 'cash');
  if (kept === undefined || !isCash || first === undefined || leftOf(first) < 1) return undefined;
  const refundMinor = worthOf(kept.lines, { 0: 1 }, store.currency) ?? 0;
  if (refundMinor === 0) return undefined;
  const data = {
    transaction: number,
    return_reason: 'defective',
    line_items: [{ line: 0, quantity: 1 }],
    refund_to: 'cash',
    refund_amount: formatMoney(refundMinor, store.currency),
  };
  return { sku: first.sku, refundMinor, data };
}

/** The sale of a customer who waits: on the screen, parked here, or rung up now. */
async function ringUpOrResume(customer: Customer): Promise<void> {
  const { note } = customer;
  const isHere = (): boolean => sale.get().basket.note === note;
  const waiting = parked.get().find(one => one.basket.note === note && one.resumedHere !== true);
  if (!isHere() && waiting !== undefined) resume(waiting.id, 'Casey');
  if (!isHere()) ringUp(customer);
  if (customer.isParked !== true || sale.get().paying !== null) return;
  park('Casey');
  // With a connection the service holds it now; the till resumes its own copy all the same.
  await syncParked();
  const own = parked.get().find(one => one.basket.note === note);
  if (own !== undefined) resume(own.id, 'Casey');
  noteHolding(sale.get().basket.held?.id ?? null);
}

/** What the customer pays next: a first part in cash, else the rest. A tender without an answer is repeated. */
function nextTender(customer: Customer): TenderInput {
  const { paying } = sale.get();
  const { open = null, paidMinor = 0 } = paying ?? {};
  const { totalMinor } = saleTotals(sale.get(), signedIn().store);
  const leftMinor = totalMinor - paidMinor;
  const isPart = customer.isSplit === true && paidMinor === 0;
  const bySlip = customer.slip !== undefined && !isPart;
  const inFives = Math.ceil(leftMinor / IN_FIVES_MINOR) * IN_FIVES_MINOR;
  const asked = bySlip ? leftMinor : inFives;
  return {
    method: methodFor(open?.code ?? (bySlip ? 'terminal' : 'cash')),
    tenderedMinor: open?.tenderedMinor ?? (isPart ? PART_MINOR : asked),
    tipMinor: 0,
    creditCode: '',
    reference: open?.reference ?? (bySlip ? (customer.slip ?? '') : ''),
  };
}

async function serve(customer: Customer): Promise<void> {
  const isDone = (): boolean => sale.get().done?.basket.note === customer.note;
  if (isDone()) return;
  if ((sale.get().paying?.open ?? null) === null) await ringUpOrResume(customer);
  startPaying();
  // A part first; with a connection the routes take it, and the rest settles the sale by an entry.
  while (!isDone()) await takeTender(api, signedIn(), nextTender(customer), connection.get());
  noteHolding(null);
}

const asKept = ({ counter, kind, key, state, hash, number, reason, data }: Entry): KeptEntry => ({
  counter,
  kind,
  key,
  state,
  hash,
  number,
  reason,
  data,
});

export const page: TillPage = {
  isSignedIn: () => session.get() !== null,
  logIn: form => logIn(api, form),
  open: async () => {
    unparkShown();
    catalogue = pricedAt(await openCatalogue(api), tillNow());
    await catalogueSaved();
    noteHolding(sale.get().basket.held?.id ?? null);
  },
  connect,
  isOnline: connection.get,
  serve,
  refundFor,
  step: async (kind, data, key) => {
    // As the dialog of a return without a connection does it.
    const online = kind !== 'return' && connection.get();
    return asKept(await recordStep(api, signedIn(), { kind, data, key, online }));
  },
  entryOf: key =>
    inDatabase('readonly', async table => {
      const found = await result<Entry | undefined>(table(ENTRIES).index('key').get(key));
      return found && asKept(found);
    }),
  entries: () =>
    inDatabase('readonly', async table =>
      (await entriesFrom(table, signedIn().terminal, 0)).map(asKept),
    ),
  denominations: denominations.get,
};
