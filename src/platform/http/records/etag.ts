import { createHash } from 'node:crypto';
import { invalidField } from '../failure.js';

const TAG_CHARACTERS = 27;

/** The ETag of a record: a hash of its JSON as a GET answers it, without the fields of `untagged`. */
export function tagOf(json: string, untagged: readonly string[] = []): string {
  const tagged = untagged.length === 0 ? json : without(json, untagged);
  return `"${createHash('sha256').update(tagged).digest('base64url').slice(0, TAG_CHARACTERS)}"`;
}

function without(json: string, names: readonly string[]): string {
  const record = Object.entries(JSON.parse(json) as object);
  return JSON.stringify(record.filter(([name]) => !names.includes(name)));
}

const TAG = /(?:W\/)?"[^"]*"/g;
const LIST = /^\s*(?:\*|(?:W\/)?"[^"]*"(?:\s*,\s*(?:W\/)?"[^"]*")*)\s*$/;

const tagsIn = (header: string): string[] => header.match(TAG) ?? [];

/** The condition of a write; undefined without the header. */
export function readIfMatch(header: string | undefined): string | undefined {
  if (header === undefined || LIST.test(header)) return header;
  throw invalidField('If-Match', 'Send the ETag of the record as it was read, with its quotes.');
}

/** Weak tags never match here: they do not promise that the record is the same. */
export const satisfies = (ifMatch: string, tag: string): boolean =>
  ifMatch.trim() === '*' || tagsIn(ifMatch).includes(tag);

/** Whether the caller of a GET has this version already. */
export const isKnown = (ifNoneMatch: string | undefined, tag: string): boolean =>
  ifNoneMatch !== undefined &&
  (ifNoneMatch.trim() === '*' ||
    tagsIn(ifNoneMatch).some(known => known.replace(/^W\//, '') === tag));
