import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { brotliDecompressSync, gunzipSync, inflateRawSync, inflateSync } from 'node:zlib';
import { draftIn } from '../../src/domains/storefront/checkout/attempt/packed-draft.js';
import { statement } from '../../src/platform/database/tx.js';
import type { Shop } from '../support/service.js';

const LEAST_BASE64 = 3;

/** A word as text, in hexadecimal and in base64, wherever it begins in the bytes around it. */
function formsOf(word: string): string[] {
  const bytes = Buffer.from(word);
  const shifted = [0, 1, 2].map(offset => {
    const text = Buffer.concat([Buffer.alloc(offset), bytes]).toString('base64');
    // The first and last characters depend on the bytes around the word.
    return text.slice(offset === 0 ? 0 : LEAST_BASE64 + 1, -LEAST_BASE64 - 1);
  });
  return [word.toLowerCase(), bytes.toString('hex'), ...shifted.map(text => text.toLowerCase())];
}

const spellings = (word: string): string[] => [word, word.toLowerCase(), word.toUpperCase()];

export type Finder = (text: string) => boolean;

/** Finds any of the words in a text, whatever its case. */
export function finderOf(words: readonly string[]): Finder {
  const forms = words.flatMap(spellings).flatMap(formsOf);
  return text => {
    const folded = text.toLowerCase();
    return forms.some(form => folded.includes(form));
  };
}

const draftOf = (draft: Buffer): string =>
  JSON.stringify(draftIn({ draft, number: 'any', opened_at: new Date() }));

/** The text of a mail is the dictionary of its HTML, so the text is looked through instead. */
const UNPACK = [gunzipSync, inflateSync, inflateRawSync, brotliDecompressSync, draftOf];

/** The bytes as they are, and unpacked by whatever fits. */
function textsIn(bytes: Buffer): string[] {
  const unpacked = UNPACK.flatMap(unpack => {
    try {
      return [String(unpack(bytes))];
    } catch {
      return [];
    }
  });
  return [bytes.toString('utf8'), ...unpacked];
}

/** At the end of the name of a partition. */
const MONTH = /_\d{4}_\d\d$/;

/** Tables and columns in which one of the words stands. */
export async function findInTables({ platform: { db } }: Shop, finds: Finder): Promise<string[]> {
  const columns = await statement<{ name: string; column: string; isBytes: boolean }>(
    db,
    `select c.oid::regclass::text as name, quote_ident(a.attname) as column,
       a.atttypid = 'bytea'::regtype as "isBytes"
     from pg_class c join pg_namespace n on n.oid = c.relnamespace
     join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
     join pg_type t on t.oid = a.atttypid
     where c.relkind in ('r', 'm') and n.nspname in ('public', 'graphile_worker')
       and (a.atttypid = 'bytea'::regtype or t.typcategory in ('S', 'A', 'U', 'C'))
       and a.atttypid <> 'uuid'::regtype
     order by 1, 2`,
  );
  const found = await Promise.all(
    columns.map(async ({ name, column, isBytes }) => {
      const rows = await statement<{ value: string | Buffer }>(
        db,
        `select ${column}${isBytes ? '' : '::text'} as value from ${name} where ${column} is not null`,
      );
      const isFound = rows.some(({ value }) =>
        Buffer.isBuffer(value) ? textsIn(value).some(finds) : finds(value),
      );
      return isFound ? [`${name.replace(MONTH, '')}.${column}`] : [];
    }),
  );
  return [...new Set(found.flat())].sort();
}

/** Files below a folder in which one of the words stands, packed or not. */
export async function findInFiles(folder: string, finds: Finder): Promise<string[]> {
  const names = await readdir(folder, { recursive: true, withFileTypes: true });
  const found: string[] = [];
  for (const entry of names) {
    if (!entry.isFile()) continue;
    const path = join(entry.parentPath, entry.name);
    if (finds(path) || textsIn(await readFile(path)).some(finds)) found.push(path);
  }
  return found;
}
