import type { Reader } from '../../platform/database/tx.js';
import { formatsFor } from '../../platform/local-formats.js';
import { type Store, storeLanguage } from '../stores/index.js';
import { textsIn } from '../texts/index.js';
import { COLUMNS_OF, type PaperWidth } from './columns.js';
import type { Row } from './layout.js';
import { printLines } from './print-lines.js';
import { headOf } from './read-receipt.js';
import { encodeEscpos } from './render-escpos.js';

export const CODE_KINDS = ['gift_card', 'store_credit'] as const;

/** Codes that the service shows once, with what each is worth. */
export type CodeSlip = {
  kind: (typeof CODE_KINDS)[number];
  codes: readonly { code: string; amount: string }[];
};

const RULE: Row = { kind: 'rule' };

/** `7KQ2 M9XA …`: easier to type. */
const shown = (kind: CodeSlip['kind'], code: string): string =>
  kind === 'gift_card' ? (code.match(/.{1,4}/g)?.join(' ') ?? code) : code;

type Head = { storeName: string; storeLines: readonly string[] };
type PrintedAt = { at: Date; terminal: string };

export function codeSlipRows(
  store: Pick<Store, 'language' | 'currency' | 'time_zone'>,
  { storeName, storeLines }: Head,
  { kind, codes }: CodeSlip,
  { at, terminal }: PrintedAt,
): Row[] {
  const language = storeLanguage(store);
  const formats = formatsFor(language, store.currency);
  const { codeSlip, receipt } = textsIn(language);
  const when = formats.dateTime(at, store.time_zone);
  return [
    { kind: 'heading', text: storeName },
    ...storeLines.map((text): Row => ({ kind: 'centre', text })),
    { kind: 'gap' },
    { kind: 'title', text: codeSlip[kind] },
    { kind: 'served', at: when, till: receipt.till(terminal), cashier: '' },
    RULE,
    ...codes.flatMap(({ code, amount }): Row[] => [
      { kind: 'strong', text: shown(kind, code) },
      { kind: 'entry', entry: { label: codeSlip.value, amount: formats.money(amount) } },
      { kind: 'gap' },
    ]),
    RULE,
    { kind: 'text', text: codeSlip.keep },
  ];
}

/** The bytes of a paper with codes, for a printer. */
export async function printCodeSlip(
  reader: Reader,
  store: Store,
  slip: CodeSlip,
  { width, ...printed }: PrintedAt & { width: PaperWidth },
): Promise<Buffer> {
  const head = await headOf(reader, store, storeLanguage(store));
  const rows = codeSlipRows(store, head, slip, printed);
  return encodeEscpos(printLines(rows, COLUMNS_OF[width]), { width });
}
