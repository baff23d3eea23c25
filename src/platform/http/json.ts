import { isUtf8 } from 'node:buffer';
import sjson from 'secure-json-parse';
import { runInSteps } from '../in-steps.js';
import { maskCards, maskCardsInSteps, type Source } from '../redact.js';
import { Failure } from './failure.js';

const MAX_DEPTH = 64;
/** Far above real bodies; each value costs time to parse and validate. */
const MAX_VALUES = 10_000;

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const OPEN_BRACE = 0x7b;
const CLOSE_BRACE = 0x7d;
const OPEN_BRACKET = 0x5b;
const CLOSE_BRACKET = 0x5d;
const COMMA = 0x2c;

const malformed = (message: string): Failure => new Failure('invalid', 'INVALID_JSON', message);

/** The index of the closing quote of the string that starts at `start`. */
function endOfString(body: Buffer, start: number): number {
  let i = start + 1;
  while (i < body.length && body[i] !== QUOTE) i += body[i] === BACKSLASH ? 2 : 1;
  return i;
}

/** Counts brackets and commas outside strings, to reject deep or huge bodies before parsing. */
function refuseShape(body: Buffer, maxValues: number): void {
  let depth = 0;
  let values = 1;
  for (let i = 0; i < body.length; i += 1) {
    const byte = body[i];
    if (byte === QUOTE) i = endOfString(body, i);
    else if (byte === OPEN_BRACE || byte === OPEN_BRACKET) depth += 1;
    else if (byte === CLOSE_BRACE || byte === CLOSE_BRACKET) depth -= 1;
    else if (byte === COMMA) values += 1;
    if (depth > MAX_DEPTH) throw malformed(`The body nests deeper than ${MAX_DEPTH} levels.`);
    if (values > maxValues) throw malformed(`The body holds more than ${maxValues} values.`);
  }
}

/** PostgreSQL stores neither NUL nor lone surrogates, so both are rejected. */
function hasUnstorableText(value: unknown): boolean {
  if (typeof value === 'string') return value.includes('\0') || !value.isWellFormed();
  if (Array.isArray(value)) return value.some(hasUnstorableText);
  if (typeof value !== 'object' || value === null) return false;
  return Object.entries(value).some(
    ([key, item]) => hasUnstorableText(key) || hasUnstorableText(item),
  );
}

function readJson(body: Buffer, maxValues: number): unknown {
  if (!isUtf8(body)) throw malformed('The body is not valid UTF-8.');
  refuseShape(body, maxValues);
  let value: unknown;
  try {
    value = sjson.parse(body.toString('utf8'), undefined, {
      protoAction: 'remove',
      constructorAction: 'remove',
    });
  } catch {
    throw malformed('The body is not valid JSON.');
  }
  // A NUL or lone surrogate can only come from an escape: raw ones are not valid JSON or UTF-8.
  if (body.includes('\\u') && hasUnstorableText(value)) {
    throw malformed('The body contains characters that cannot be stored.');
  }
  return value;
}

/** Parses JSON into a value that is safe to validate, log and store; card numbers are masked. */
export function parseJson(
  body: Buffer,
  source: Source = 'anybody',
  maxValues = MAX_VALUES,
): unknown {
  const value = readJson(body, maxValues);
  maskCards(value, source);
  return value;
}

/** The same for a body that may be long; other requests are served meanwhile. */
export async function parseJsonInSteps(
  body: Buffer,
  source: Source = 'anybody',
  maxValues = MAX_VALUES,
): Promise<unknown> {
  const value = readJson(body, maxValues);
  await runInSteps(maskCardsInSteps(value, source));
  return value;
}
