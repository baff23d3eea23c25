/** What the customer sees of a sale. */
export type Shown = {
  step: 'idle' | 'basket' | 'payment' | 'paid';
  lines: { name: string; quantity: string; amount: string; saved?: string }[];
  total?: string;
  saved?: string;
  due?: string;
  change?: string;
  transaction_id?: string;
};

/** Displays at a counter have two lines of twenty characters. */
const COLUMNS = 20;
/** `ESC @` empties the display, and the next characters start at its first place. */
const START = [0x1b, 0x40];

/** Every code page has these; others are shown without their marks. */
const plain = (text: string): string =>
  text
    .replaceAll('ß', 'ss')
    .replaceAll('’', "'")
    .normalize('NFD')
    .replaceAll(/\p{Mark}/gu, '')
    .replaceAll(/[^ -~]/g, ' ');

export type DisplayWords = {
  store: string;
  total: string;
  due: string;
  change: string;
  /** Writes an amount in the language of the store. */
  amount: (amount: string) => string;
};

/** The last article and the total, then what is due, then the change. */
export function displayLines(shown: Shown, words: DisplayWords): [string, string] {
  const { step, lines, total = '', due = '', change = '' } = shown;
  const last = lines.at(-1);
  const pair = (left: string, amount: string): string => {
    const right = plain(words.amount(amount));
    const room = COLUMNS - right.length;
    return (
      plain(left)
        .slice(0, room - 1)
        .padEnd(room) + right
    );
  };
  if (step === 'paid') return [pair(words.total, total), pair(words.change, change)];
  if (step === 'payment') return [pair(words.total, total), pair(words.due, due)];
  if (step === 'idle' || last === undefined) {
    return [plain(words.store).slice(0, COLUMNS).padEnd(COLUMNS), ' '.repeat(COLUMNS)];
  }
  return [pair(last.name, last.amount), pair(words.total, total)];
}

export const displayBytes = (lines: readonly [string, string]): Uint8Array =>
  Uint8Array.from([...START, ...new TextEncoder().encode(lines.join(''))]);
