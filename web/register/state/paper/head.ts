import { formatsFor } from '../../../../src/domains/pricing/index.js';
import { formatMoney } from '../../../../src/platform/money.js';
import { paperTexts } from '../../texts/papers.js';
import type { Session } from '../types.js';
import type { PaperRow } from './rows.js';
import { isSigning } from './signing.js';

export const RULE: PaperRow = { kind: 'rule' };
export const GAP: PaperRow = { kind: 'gap' };
export const text = (words: string): PaperRow => ({ kind: 'text', text: words });
export const pair = (left: string, right: string): PaperRow => ({ kind: 'pair', left, right });

/** Words and numbers in the language of the store, whatever the cashier's. */
export function wordsOf({ store }: Pick<Session, 'store'>) {
  const language = store.language ?? 'en';
  const formats = formatsFor(language, store.currency);
  return {
    language,
    formats,
    own: paperTexts(language),
    amount: (minor: number): string => formats.amount(formatMoney(minor, store.currency)),
    total: (minor: number): string => formats.total(formatMoney(minor, store.currency)),
  };
}

export const storeRows = ({ store }: Pick<Session, 'store'>): PaperRow[] => [
  { kind: 'heading', text: store.name },
  { kind: 'centre', text: store.address },
  GAP,
];

/** When, where and by whom. */
export function servedRows(session: Session, at: string): PaperRow[] {
  const { formats, own } = wordsOf(session);
  const when = formats.dateTime(new Date(at), session.store.timeZone);
  const { name } = session.user;
  return [
    pair(when, own('till', { terminal: session.terminal })),
    ...(name ? [text(own('servedBy', { name }))] : []),
  ];
}

/** The end of a paper: a note that it has no signature yet, the footer of the store, and the code of the sale. */
export function footRows(session: Session, code: string | null): PaperRow[] {
  const { own } = wordsOf(session);
  const footer = session.store.receiptFooter.split(/\r?\n/).filter(line => line.trim() !== '');
  return [
    ...(isSigning.get() ? [text(own('unsigned'))] : []),
    GAP,
    ...footer.map((line): PaperRow => ({ kind: 'centre', text: line })),
    ...(code === null ? [] : [{ kind: 'code', code } as const]),
  ];
}
