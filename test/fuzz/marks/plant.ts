import type { Dice } from '../../support/dice.js';
import type { FuzzRequest, Operation } from '../requests.js';
import { signed, WEBHOOK_BODIES } from '../signatures.js';
import { csvFor } from './csv-files.js';
import type { MarkBook } from './mark-book.js';

/** Fields in which a person types a secret. */
const PIN = /^pin(_code)?$/;
const TOKEN = /^(refresh|registration_token|otp|secret)$/;
/** People type a password into the field above it. */
const TYPED_BY_MISTAKE = new Set(['POST /auth/login/', 'POST /pos/auth/terminal-login/']);
const SECRET = /^(password|pin|pin_code|refresh|registration_token|otp|secret)$/;
const ABOVE = /^(username|employee_id)$/;
/** Kept as the record's name: article numbers and a partner's own ids. */
const ID = /(^|[_-])ids?$|Ids?$/;
const ARTICLE = /^(barcode|(variant_)?sku|gtin|ean|upc|tracking_?number)$/;
/** Free text of a record, which staff of its store alone read. */
const TEXT =
  /^(notes?|reason|description|title|name|customer_name|vendor_name|vendor_reference|label|decision_note|message)$/;
/** Both stores of a transfer read its texts. */
const OF_TWO_STORES = /^\/transfers\//;

export type Caller = {
  name: string;
  /** The store of a caller who works at one alone. */
  home: string | undefined;
};

type Leaf = { holder: Record<string, unknown> | unknown[]; key: string; name: string };

/** Every field of a body, with the name of the list for its items. */
function leavesOf(value: unknown, name = ''): Leaf[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, part]) => {
    const named = Array.isArray(value) ? name : key;
    if (typeof part === 'object' && part !== null) return leavesOf(part, named);
    return [{ holder: value as Record<string, unknown>, key, name: named }];
  });
}

const set = ({ holder, key }: Leaf, value: unknown): void => {
  (holder as Record<string, unknown>)[key] = value;
};
const textOf = ({ holder, key }: Leaf): string =>
  String((holder as Record<string, unknown>)[key] ?? '');

/** The same request with marks in its path, query, headers and body. */
export function plantInto(
  request: FuzzRequest,
  operation: Operation,
  caller: Caller,
  book: MarkBook,
  dice: Dice,
): FuzzRequest {
  const origin = `${caller.name}: ${operation.method} ${operation.path}`;
  const planted: FuzzRequest = { ...request, headers: { ...request.headers } };
  if (dice.chance(0.15)) plantInUrl(planted, origin, book, dice);
  if (dice.chance(0.2)) plantInHeaders(planted.headers, origin, book, dice);
  const file = csvFor(operation, caller, book, dice);
  if (file !== undefined)
    return { ...planted, ...file, headers: { ...planted.headers, ...file.headers } };
  const body = parsed(planted.payload);
  if (typeof body !== 'object' || body === null) return planted;
  const home = OF_TWO_STORES.test(operation.path) ? undefined : caller.home;
  plantInBody(body, operation, { origin, home }, book, dice);
  planted.payload = JSON.stringify(body);
  if (operation.path in WEBHOOK_BODIES && Object.keys(request.headers).some(isSignature)) {
    Object.assign(planted.headers, signed(operation.path, planted.payload));
  }
  return planted;
}

const isSignature = (name: string): boolean => name.endsWith('-signature');

function plantInUrl(request: FuzzRequest, origin: string, book: MarkBook, dice: Dice): void {
  const [path = '', query = ''] = String(request.url).split('?');
  const card = () => encodeURIComponent(book.card(dice, `${origin} in the URL`));
  const token = () => book.token(`${origin} in the query`);
  const parts = path.split('/');
  const added = dice.pick([
    () => `q=${card()}`,
    () => `search=${card()}`,
    () => `${card()}=1`,
    () => `cursor=${card()}`,
    () => `token=${token()}`,
    () => `access_token=${token()}`,
    () => '',
  ])();
  if (added === '' && parts.length > 3) parts[parts.length - 2] = card();
  const whole = [query, added].filter(part => part !== '').join('&');
  request.url = parts.join('/') + (whole === '' ? '' : `?${whole}`);
}

function plantInHeaders(
  headers: Record<string, string>,
  origin: string,
  book: MarkBook,
  dice: Dice,
): void {
  const name = dice.pick([
    ...['user-agent', 'referer', 'idempotency-key', 'accept-language'],
    ...['x-forwarded-for', 'traceparent', 'x-api-key', 'cookie', 'origin', 'accept'],
  ]);
  const where = `${origin} in ${name}`;
  // A request id is repeated to the caller by design, unless it holds a card number.
  if (dice.chance(0.1)) headers['x-request-id'] = book.plainCard(dice, `${origin} as request id`);
  const isCard = name === 'idempotency-key' || dice.chance(0.5);
  headers[name] = dice.pick(
    isCard
      ? [() => book.plainCard(dice, where), () => `Card ${book.plainCard(dice, where)} 123`]
      : [() => book.token(where), () => `sessionid=${book.token(where)}`],
  )();
}

type Sender = { origin: string; home: string | undefined };

function plantInBody(
  body: object,
  operation: Operation,
  { origin, home }: Sender,
  book: MarkBook,
  dice: Dice,
): void {
  addSecrets(body, operation, dice);
  const leaves = leavesOf(body);
  const isLogin = TYPED_BY_MISTAKE.has(`${operation.method} ${operation.path}`);
  for (const leaf of leaves) plantSecret(leaf, { origin, home }, isLogin, book, dice);
  const isPartner = operation.path in WEBHOOK_BODIES;
  const open = leaves.filter(
    ({ name }) => !SECRET.test(name) && !(isPartner && ID.test(name)) && name !== 'token',
  );
  const texts = open.filter(({ name }) => !ID.test(name));
  for (let n = dice.pick([0, 1, 1, 2]); n > 0; n -= 1) {
    const pool = texts.length > 0 && dice.chance(0.85) ? texts : open;
    if (pool.length > 0 && dice.chance(0.92)) plantCard(dice.pick(pool), origin, book, dice);
    else if (!Array.isArray(body)) {
      const key = dice.pick(['notes', 'x', 'cardNumber', book.card(dice, `${origin} as a key`)]);
      (body as Record<string, unknown>)[key] = book.card(dice, `${origin} ${key}`);
    }
  }
}

/** The screens send these fields only when they change. */
function addSecrets(body: object, { method, path }: Operation, dice: Dice): void {
  if (!path.startsWith('/users/') || method === 'DELETE' || dice.chance(0.4)) return;
  Object.assign(body, { password: 'x', pin_code: 'x' });
}

/** Replaces a typed secret, or the text of a record that only its store may read. */
function plantSecret(
  leaf: Leaf,
  { origin, home }: Sender,
  isLogin: boolean,
  book: MarkBook,
  dice: Dice,
): void {
  const where = `${origin} ${leaf.name}`;
  const isMistake = isLogin && ABOVE.test(leaf.name) && dice.chance(0.2);
  if (isMistake || (leaf.name === 'password' && dice.chance(0.7))) set(leaf, book.password(where));
  else if (PIN.test(leaf.name) && dice.chance(0.7)) set(leaf, book.pin(dice, where));
  else if (TOKEN.test(leaf.name) && dice.chance(0.5)) set(leaf, book.token(where));
  else if (home !== undefined && TEXT.test(leaf.name) && dice.chance(0.5)) {
    set(leaf, book.name(where, home));
  }
}

function plantCard(leaf: Leaf, origin: string, book: MarkBook, dice: Dice): void {
  // Digits alone are an article number there.
  if (ARTICLE.test(leaf.name)) {
    set(leaf, `${textOf(leaf)} ${book.card(dice, `${origin} ${leaf.name}`)}`);
    return;
  }
  const card = book.card(dice, `${origin} ${leaf.name}`);
  const digits = card.replaceAll(/\D/g, '');
  if (dice.chance(0.05) && digits.length === 16) set(leaf, Number(digits));
  else if (dice.chance(0.4)) set(leaf, `${textOf(leaf)} ${card}`);
  else set(leaf, card);
}

/** Bodies of thousands of brackets are sent as they are. */
const IS_DEEP = /^\[{99}/;

function parsed(payload: FuzzRequest['payload']): unknown {
  const text = String(payload ?? '');
  if (IS_DEEP.test(text)) return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
