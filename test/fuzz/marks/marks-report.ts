import type { Found, MarkBook, MarkKind } from './mark-book.js';
import type { Searched } from './storage.js';

const mb = (bytes: number): string => `${Math.round(bytes / 1_048_576)} MB`;

/** What was sent, what was searched and what was found. */
export class MarksReport {
  inputs = 0;
  frames = 0;
  deliveries = 0;
  answerBytes = 0;
  logBytes = 0;
  shops = 0;
  patterns = 0;
  readonly planted: Partial<Record<MarkKind, number>> = {};
  readonly byStatus: Record<string, number> = {};
  readonly found: Found[] = [];
  readonly #searched: Searched = { tables: 0, tableBytes: 0, fileBytes: 0, mails: 0 };

  answered(status: number, bytes: number): void {
    this.byStatus[status] = (this.byStatus[status] ?? 0) + 1;
    this.answerBytes += bytes;
  }

  /** The end of one shop. */
  add(book: MarkBook, searched: Searched): void {
    this.shops += 1;
    this.patterns += book.patterns;
    this.found.push(...book.found);
    for (const [kind, n] of Object.entries(book.planted)) {
      this.planted[kind as MarkKind] = (this.planted[kind as MarkKind] ?? 0) + n;
    }
    this.#searched.tables = searched.tables;
    this.#searched.tableBytes += searched.tableBytes;
    this.#searched.fileBytes += searched.fileBytes;
    this.#searched.mails += searched.mails;
  }

  text(seed: number, seconds: number): string {
    const { tables, tableBytes, fileBytes, mails } = this.#searched;
    const perSecond = (this.inputs / seconds).toFixed(0);
    return [
      `marks: seed ${seed}, ${this.inputs} inputs in ${Math.round(seconds)} s (${perSecond} a second), ${this.shops} shops, ${this.found.length} found`,
      `planted: ${counts(this.planted)}; searched as ${this.patterns} texts`,
      `answers: ${counts(this.byStatus)}`,
      `searched: ${mb(this.answerBytes)} of answers, ${this.frames} frames, ${this.deliveries} webhooks, ` +
        `${mb(this.logBytes)} of logs, ${mails} mails, ${tables} tables (${mb(tableBytes)}), ` +
        `data files and WAL (${mb(fileBytes)})`,
    ].join('\n');
  }
}

const counts = (of: Record<string, number>): string =>
  Object.entries(of)
    .map(([name, n]) => `${name} ${n}`)
    .join(', ');
