const MAX_TEXT = 10_000;

const NAMED: Record<string, string> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: ' ',
  ndash: '–',
  mdash: '—',
  hellip: '…',
  bull: '•',
  middot: '·',
  lsquo: '‘',
  rsquo: '’',
  ldquo: '“',
  rdquo: '”',
  auml: 'ä',
  ouml: 'ö',
  uuml: 'ü',
  Auml: 'Ä',
  Ouml: 'Ö',
  Uuml: 'Ü',
  szlig: 'ß',
  eacute: 'é',
  egrave: 'è',
  agrave: 'à',
  ccedil: 'ç',
  deg: '°',
  euro: '€',
  pound: '£',
  copy: '©',
  reg: '®',
  trade: '™',
  times: '×',
  frac12: '½',
};

const MAX_CODE_POINT = 0x10_ff_ff;

const decode = (text: string): string =>
  text.replace(/&(?:#(\d{1,7})|#[xX]([\da-fA-F]{1,6})|(\w{2,8}));/g, (all, decimal, hex, name) => {
    if (name !== undefined) return NAMED[name] ?? all;
    const code = decimal === undefined ? Number.parseInt(hex, 16) : Number(decimal);
    const isText = code >= 32 && code <= MAX_CODE_POINT && (code < 0xd800 || code > 0xdfff);
    return isText ? String.fromCodePoint(code) : ' ';
  });

const LINE = new Set(['br', 'div', 'tr', 'li', 'ul', 'ol', 'dt', 'dd', 'section', 'article']);
const PARAGRAPH = new Set(['p', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'table', 'blockquote', 'hr']);
const WITHOUT_TEXT = new Set(['script', 'style', 'template', 'noscript']);

/** What a tag adds to the text. */
function breakOf(name: string, isClosing: boolean): string {
  if (PARAGRAPH.has(name)) return '\u2029';
  if (name === 'li' && !isClosing) return '\u2028- ';
  return LINE.has(name) && (!isClosing || name === 'div') ? '\u2028' : '';
}

type Tag = { name: string; isClosing: boolean; end: number };

/** The tag or comment at `open`; undefined if it has no end. Skips what scripts contain. */
function tagAt(lower: string, open: number): Tag | undefined {
  const isComment = lower.startsWith('<!--', open);
  const close = lower.indexOf(isComment ? '-->' : '>', open);
  if (close < 0) return undefined;
  const end = close + (isComment ? 3 : 1);
  const [, slash, name = ''] = /^<(\/?)([a-z][a-z\d]*)/.exec(lower.slice(open, open + 14)) ?? [];
  const isClosing = slash === '/';
  if (!WITHOUT_TEXT.has(name) || isClosing) return { name, isClosing, end };
  const after = lower.indexOf(`</${name}`, end);
  return after < 0 ? undefined : { name, isClosing, end: after };
}

/**
 * The text of HTML. Descriptions are plain text, so tags are dropped; paragraphs, line breaks and
 * list items stay as lines. One pass with `indexOf`, so that broken HTML takes no longer than good.
 */
export function htmlToText(html: string): string {
  // Only ASCII, because other letters may become two and move what follows.
  const lower = html.replaceAll(/[A-Z]+/g, letters => letters.toLowerCase());
  const parts: string[] = [];
  let at = 0;
  for (;;) {
    const open = html.indexOf('<', at);
    if (open < 0) return clean(parts.join('') + html.slice(at));
    const isTag = /[a-z/!?]/.test(lower.charAt(open + 1));
    parts.push(html.slice(at, isTag ? open : open + 1));
    at = open + 1;
    if (!isTag) continue;
    const tag = tagAt(lower, open);
    if (tag === undefined) return clean(parts.join(''));
    parts.push(breakOf(tag.name, tag.isClosing));
    at = tag.end;
  }
}

/** Line breaks of the HTML source are spaces; those of tags are lines, at most one of them empty. */
const clean = (text: string): string =>
  decode(text)
    .replaceAll('\0', '')
    .replaceAll(/[^\S\u2028\u2029]+/g, ' ')
    .replaceAll(/ ?\u2029[\u2028\u2029 ]*/g, '\n\n')
    .replaceAll(/ ?\u2028[\u2028 ]*/g, '\n')
    .trim()
    .slice(0, MAX_TEXT);

/** Text without tags keeps its own line breaks. */
export const descriptionOf = (text: string): string =>
  /<[a-z/!]|&\w{2,8};|&#/i.test(text)
    ? htmlToText(text)
    : text.replaceAll('\0', '').replaceAll('\r\n', '\n').trim().slice(0, MAX_TEXT);
