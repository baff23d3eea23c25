import { COLUMNS, centered, row, wrap } from '../../../../src/domains/receipts/columns.js';
import { clean } from '../../../../src/platform/plain-text.js';

/** A row of a paper that the till makes itself; it is set in the columns of the printer. */
export type PaperRow =
  | { kind: 'text' | 'centre' | 'heading'; text: string }
  | { kind: 'pair' | 'total'; left: string; right: string }
  | { kind: 'rule' | 'gap' }
  /** A line to sign on. */
  | { kind: 'signature'; text: string }
  /** The number that a till scans to find the sale. */
  | { kind: 'code'; code: string };

/** What a printer gets. */
export type PaperLine = { text: string; isBold: boolean } | { code: string };

export function linesOf(rows: readonly PaperRow[], columns: number): PaperLine[] {
  return rows.flatMap((each): PaperLine[] => {
    if (each.kind === 'code') return [{ code: each.code }];
    const isBold = each.kind === 'heading' || each.kind === 'total';
    return textLines(each, columns).map(text => ({ text: text.trimEnd(), isBold }));
  });
}

function textLines(each: Exclude<PaperRow, { kind: 'code' }>, columns: number): string[] {
  switch (each.kind) {
    case 'gap':
      return [''];
    case 'rule':
      return ['-'.repeat(columns)];
    case 'heading':
    case 'centre':
      return centered(each.text, columns);
    case 'text':
      return wrap(clean(each.text), columns);
    case 'signature':
      return ['', '', '_'.repeat(columns), ...wrap(clean(each.text), columns), ''];
    case 'pair':
    case 'total': {
      const [indent = ''] = /^ */.exec(each.left) ?? [];
      return row(clean(each.left), clean(each.right), indent, columns);
    }
  }
}

/** As the screen shows it and the system's dialog prints it. */
export const textOf = (rows: readonly PaperRow[]): string =>
  linesOf(rows, COLUMNS)
    .flatMap(line => ('text' in line ? line.text : []))
    .join('\n');

export const codeOf = (rows: readonly PaperRow[]): string | undefined =>
  rows.find(each => each.kind === 'code')?.code;
