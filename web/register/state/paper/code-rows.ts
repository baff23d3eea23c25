import { textsIn } from '../../texts/texts-in.js';
import type { Session } from '../types.js';
import { GAP, pair, RULE, storeRows, text, wordsOf } from './head.js';
import type { PaperRow } from './rows.js';

/** Codes of sold gift cards, or of a store credit; the till sees them once. */
export type CodesOnPaper = {
  kind: 'gift_card' | 'store_credit';
  codes: { code: string; amount: string }[];
  /** Number of the return that a store credit is for. */
  of?: string;
  at: string;
};

/** `7KQ2 M9XA …`: easier to copy by hand. */
export const grouped = (code: string): string => code.match(/.{1,4}/g)?.join(' ') ?? code;

export function codeRows(session: Session, { kind, codes, of, at }: CodesOnPaper): PaperRow[] {
  const { store, terminal } = session;
  const { language, formats } = wordsOf(session);
  const t = textsIn(language);
  const isCard = kind === 'gift_card';
  const when = formats.dateTime(new Date(at), store.timeZone);
  return [
    ...storeRows(session),
    text(`*** ${t(isCard ? 'giftCard.slip.title' : 'credit.title')} ***`),
    pair(when, terminal),
    ...(of === undefined ? [] : [pair(t('return.title'), of)]),
    RULE,
    ...codes.flatMap(({ code, amount }): PaperRow[] => [
      pair(t('credit.value'), formats.money(amount)),
      GAP,
      text(t(isCard ? 'giftCard.slip.code' : 'credit.code')),
      text(isCard ? grouped(code) : code),
      RULE,
    ]),
    text(t(isCard ? 'giftCard.slip.text' : 'credit.text')),
  ];
}
