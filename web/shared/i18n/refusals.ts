import type { ApiError } from '@tillhouse/client';
import { codes, factsOf, sentences } from './refusals-de.js';
import type { Language } from './texts.js';

/** What the texts need to know of a refusal; a screen may have kept no more than its words. */
export type Refusal = Pick<ApiError, 'code' | 'message'> &
  Partial<Pick<ApiError, 'fields' | 'details'>>;

/** A refusal in the reader's language; what we have no words for stays as the service said it. */
export function refusalText(language: Language, refusal: Refusal): string {
  const { message, fields = {} } = refusal;
  const own = language === 'de' ? inGerman(refusal) : undefined;
  if (own !== undefined) return own;
  const said = Object.values(fields).flat();
  return said.length > 0 && !said.some(text => message.includes(text))
    ? `${message} ${said.join(' ')}`
    : message;
}

/** The same beside the fields it is about, each with its own text. */
export function fieldTexts(language: Language, refusal: Refusal): Record<string, string> {
  const { code, fields = {} } = refusal;
  const textOf = (said: string[]): string => {
    if (language !== 'de') return said.join(' ');
    return said.map(one => bySentence(one) ?? byCode(code) ?? one).join(' ');
  };
  return Object.fromEntries(Object.entries(fields).map(([name, said]) => [name, textOf(said)]));
}

function inGerman({ code, message, fields = {}, details = {} }: Refusal): string | undefined {
  const own = bySentence(message) ?? byCode(code);
  if (own !== undefined) {
    const facts = factsOf(code, details).join(', ');
    return facts === '' ? own : `${own.replace(/\.$/, '')}: ${facts}.`;
  }
  if (code !== 'INVALID' || Object.keys(fields).length === 0) return undefined;
  return Object.entries(fields)
    .map(([name, said]) => `${name}: ${said.map(one => bySentence(one) ?? one).join(' ')}`)
    .join('; ');
}

const byCode = (code: string): string | undefined =>
  Object.hasOwn(codes, code) ? codes[code] : undefined;

function bySentence(said: string): string | undefined {
  const known = sentences.find(([english]) => english.test(said));
  return known && said.replace(...known);
}
