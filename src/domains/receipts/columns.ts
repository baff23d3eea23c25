import { clean } from '../../platform/plain-text.js';

/** Width of a common receipt printer. */
export const COLUMNS = 42;

/** Columns of paper by its width in millimetres; 42 fit every printer for 80 mm. */
export const COLUMNS_OF = { '58': 32, '80': COLUMNS } as const;
export type PaperWidth = keyof typeof COLUMNS_OF;

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });

/** Characters two columns wide: East Asian scripts, full-width forms and emoji. */
const WIDE =
  /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Emoji_Presentation}\u3000-\u303e\uff01-\uff60\uffe0-\uffe6]|\ufe0f/u;
const HALF_WIDTH = /^[\uff61-\uffdc]/u;
const NO_WIDTH = /^[\p{Mark}\p{Format}]+$/u;

const split = (text: string): string[] => [...graphemes.segment(text)].map(part => part.segment);

function graphemeWidth(grapheme: string): number {
  if (NO_WIDTH.test(grapheme)) return 0;
  return WIDE.test(grapheme) && !HALF_WIDTH.test(grapheme) ? 2 : 1;
}

export const widthOf = (text: string): number =>
  split(text).reduce((sum, grapheme) => sum + graphemeWidth(grapheme), 0);

/** Breaks lines between words, and within a word only if it is wider than a line. */
export function wrap(text: string, width: number): string[] {
  const lines: string[] = [];
  let line = '';
  const flush = (): void => {
    if (line !== '') lines.push(line);
    line = '';
  };
  for (const word of text.split(' ')) {
    const longer = line === '' ? word : `${line} ${word}`;
    if (widthOf(longer) <= width) {
      line = longer;
      continue;
    }
    flush();
    for (const grapheme of split(word)) {
      if (widthOf(line + grapheme) > width) flush();
      line += grapheme;
    }
  }
  flush();
  return lines;
}

export const centered = (text: string, columns: number = COLUMNS): string[] =>
  wrap(clean(text), columns).map(
    line => ' '.repeat(Math.floor((columns - widthOf(line)) / 2)) + line,
  );

/** A label in fewer columns is hard to read. */
const FEWEST_LABEL_COLUMNS = 8;

/**
 * Wraps the label and right-aligns the amount on its last line. A right side that leaves too little
 * room for the label, such as a person's long name, follows on lines of its own.
 */
export function row(
  label: string,
  amount: string,
  indent = '',
  columns: number = COLUMNS,
): string[] {
  const room = columns - indent.length - widthOf(amount) - 1;
  if (room < Math.min(widthOf(label), FEWEST_LABEL_COLUMNS)) {
    return [
      ...wrap(label, columns - indent.length).map(line => indent + line),
      ...wrap(amount, columns).map(line => ' '.repeat(columns - widthOf(line)) + line),
    ];
  }
  const lines = wrap(label, room).map(line => indent + line);
  const last = lines.pop() ?? indent;
  return [...lines, last + ' '.repeat(columns - widthOf(last) - widthOf(amount)) + amount];
}

/**
 * Replaces what a printer without Unicode prints as several characters, such as emoji, by question
 * marks of the same width.
 */
export const singleCharacters = (text: string): string =>
  split(text.normalize('NFC'))
    .map(grapheme => (grapheme.length === 1 ? grapheme : '?'.repeat(graphemeWidth(grapheme))))
    .join('');
