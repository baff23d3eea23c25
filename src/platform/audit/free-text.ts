import { createHmac } from 'node:crypto';
import { keysFor, type SecretKeys } from '../seal.js';

/** Fields in which people write what they like, and so the names of others. */
const FREE_TEXT = /(reason|notes?|comment)$/i;

export const isFreeText = (name: string): boolean => FREE_TEXT.test(name);

/** What stands in an entry instead of a value that is not kept. */
const PLACEHOLDER = /^\[(secret|personal|text [0-9a-f]{32})\]$/;

export const isPlaceholder = (value: unknown): boolean =>
  typeof value === 'string' && PLACEHOLDER.test(value);

export type KeepText = (text: string) => string;

/**
 * A keyed hash: whoever has the text and the installation can prove that it was this one; nobody can
 * read it from the log, or try names without the key.
 */
export const hashOfText =
  (secrets: SecretKeys): KeepText =>
  text => {
    if (text === '' || isPlaceholder(text)) return text;
    const [key] = keysFor(secrets, 'audit/texts') as [Buffer];
    return `[text ${createHmac('sha256', key).update(text).digest('hex').slice(0, 32)}]`;
  };

/** Every text within a value. */
export function keepTexts(value: unknown, keep: KeepText): unknown {
  if (typeof value === 'string') return keep(value);
  if (Array.isArray(value)) return value.map(item => keepTexts(item, keep));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, item]) => [name, keepTexts(item, keep)]),
  );
}
