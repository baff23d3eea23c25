import { setImmediate as yieldToLoop } from 'node:timers/promises';
import type { Platform } from '../../../platform/platform.js';
import { csvLine } from '../csv.js';
import { storeContent } from '../repository.js';
import { type Matched, pagesOfMatched } from './find-matching.js';
import type { BulkRequest } from './request.js';

/** The columns of the rows that the service writes itself. */
export const COLUMNS = ['record', 'id', 'key', 'currency', 'before', 'after'] as const;

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
