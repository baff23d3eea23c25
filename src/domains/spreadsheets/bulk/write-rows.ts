import { setImmediate as yieldToLoop } from 'node:timers/promises';
import type { Platform } from '../../../platform/platform.js';
import { csvLine } from '../csv.js';
import { storeContent } from '../repository.js';
import { countMatched, type Matched, pagesOfMatched } from './find-matching.js';
import type { BulkRequest } from './request.js';

/** The columns of the rows that the service writes itself. */
export const COLUMNS = ['record', 'id', 'key', 'currency', 'before', 'after'] as const;

/** Why the change does not start: records came or went while it was queued. */
export async function mismatchOf(
  { db, clock }: Platform,
  request: BulkRequest,
): Promise<string | null> {
  const { expected } = request;
  if (expected === undefined) return null;
  const matched = await countMatched(db, request, clock.now());
  if (matched === expected) return null;
  return `The filter matches ${matched} records by now instead of ${expected}. Nothing was changed.`;
}

/**
 * Writes the records that match as the rows of the import, once: a run that continues after a crash
 * must not compute a price from one that it has changed.
 */
export async function writeRows(
  { db, clock, config: { baseCurrency } }: Platform,
  importId: string,
  request: BulkRequest,
): Promise<string> {
  const lines = [csvLine(COLUMNS)];
  const pages = pagesOfMatched(db, request, { now: clock.now(), baseCurrency });
  for await (const page of pages) {
    lines.push(...page.map(lineOf));
    await yieldToLoop();
  }
  const content = lines.join('');
  await storeContent(db, importId, content);
  return content;
}

const lineOf = (matched: Matched): string => csvLine(COLUMNS.map(column => matched[column]));
