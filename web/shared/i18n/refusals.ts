import type { ApiError } from '@tillhouse/client';
import { codes, detailsOf, messages } from './refusals-de.js';
import type { Language } from './texts.js';

/** The parts of an `ApiError` that the texts need. The register's outbox stores only code and message. */
export type Refusal = Pick<ApiError, 'code' | 'message'> &
  Partial<Pick<ApiError, 'fields' | 'details'>>;

/** The error in the reader's language; falls back to the service's English message. */
export function refusalText(language: Language, refusal: Refusal): string {
  const { message, fields = {} } = refusal;
  const german = language === 'de' ? inGerman(refusal) : undefined;
  if (german !== undefined) return german;
  const fieldMessages = Object.values(fields).flat();
  return fieldMessages.length > 0 && !fieldMessages.some(text => message.includes(text))
    ? `${message} ${fieldMessages.join(' ')}`
    : message;
}

/** Error text per field, in the reader's language. */
export function fieldTexts(language: Language, refusal: Refusal): Record<string, string> {
  const { code, fields = {}, details = {} } = refusal;
  // A conflict names its field in the details.
  if (Object.keys(fields).length === 0 && typeof details.field === 'string') {
    return { [details.field]: refusalText(language, refusal) };
  }
  const textOf = (all: string[]): string => {
    if (language !== 'de') return all.join(' ');
    return all.map(one => byMessage(one) ?? byCode(code) ?? one).join(' ');
  };
  return Object.fromEntries(Object.entries(fields).map(([name, all]) => [name, textOf(all)]));
}

function inGerman({ code, message, fields = {}, details = {} }: Refusal): string | undefined {
  const own = byMessage(message) ?? byCode(code);
  if (own !== undefined) {
    const extra = detailsOf(code, details).join(', ');
    return extra === '' ? own : `${own.replace(/\.$/, '')}: ${extra}.`;
  }
  if (code !== 'INVALID' || Object.keys(fields).length === 0) return undefined;
  return Object.entries(fields)
    .map(([name, all]) => `${name}: ${all.map(one => byMessage(one) ?? one).join(' ')}`)
    .join('; ');
}

const byCode = (code: string): string | undefined =>
  Object.hasOwn(codes, code) ? codes[code] : undefined;

function byMessage(message: string): string | undefined {
  const known = messages.find(([english]) => english.test(message));
  return known && message.replace(...known);
}
