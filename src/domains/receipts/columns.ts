/** Characters across the paper of a usual receipt printer. */
export const COLUMNS = 42;

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });

/** Signs that take two columns: East Asian scripts, full-width forms and pictures. */
const WIDE =
  /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Emoji_Presentation}\u3000-\u303e\uff01-\uff60\uffe0-\uffe6]|\ufe0f/u;
const HALF_WIDTH = /^[\uff61-\uffdc]/u;
const NO_WIDTH = /^[\p{Mark}\p{Format}]+$/u;

/**
 * A name on one line. Control signs would steer the printer, and hidden directions could turn an
 * amount around; the joiner alone stays, because pictures are made with it.
 */
export const clean = (text: string): string =>
  text
    .replaceAll(/[\p{Control}\p{Line_Separator}\p{Paragraph_Separator}]+/gu, ' ')
    .replaceAll(/(?!\u200d)\p{Format}/gu, '')
    .replaceAll(/\s+/g, ' ')
    .trim();

const split = (text: string): string[] => [...graphemes.segment(text)].map(part => part.segment);

function widthOfSign(sign: string): number {
  if (NO_WIDTH.test(sign)) return 0;
  return WIDE.test(sign) && !HALF_WIDTH.test(sign) ? 2 : 1;
}

export const widthOf = (text: string): number =>
  split(text).reduce((sum, sign) => sum + widthOfSign(sign), 0);

/** Lines of at most `width` columns, broken between words, and within those that are wider. */
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
    for (const sign of split(word)) {
      if (widthOf(line + sign) > width) flush();
      line += sign;
    }
  }
  flush();
  return lines;
}

export const centered = (text: string): string[] =>
  wrap(clean(text), COLUMNS).map(
    line => ' '.repeat(Math.floor((COLUMNS - widthOf(line)) / 2)) + line,
  );

/** A label that wraps, and an amount at the right edge of its last line. */
export function row(label: string, amount: string, indent = ''): string[] {
  const lines = wrap(label, COLUMNS - indent.length - amount.length - 1).map(line => indent + line);
  const last = lines.pop() ?? indent;
  return [...lines, last + ' '.repeat(COLUMNS - widthOf(last) - amount.length) + amount];
}

export const RULE = '-'.repeat(COLUMNS);
