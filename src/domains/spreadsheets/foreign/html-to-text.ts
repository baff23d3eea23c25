import { LinesOfText } from './lines-of-text.js';

const MAX_TEXT = 10_000;
/** The part of a tag in which its address is looked for. */
const MAX_TAG = 2_000;

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

const LINE = new Set(['br', 'div', 'tr', 'ul', 'ol', 'dt', 'dd', 'section', 'article']);
const PARAGRAPH = new Set(['p', 'table', 'blockquote', 'hr']);
const HEADING = /^h[1-6]$/;
const BOLD = new Set(['b', 'strong']);
const WITHOUT_TEXT = new Set(['script', 'style', 'template', 'noscript']);

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

const MAX_HREF = 500;
const HREF = /\shref\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s>]+))/i;

/** The address of a link that descriptions may have: of the web, without spaces and brackets. */
function hrefOf(tag: string): string | undefined {
  const [, ...quoted] = HREF.exec(tag) ?? [];
  const href = decode(quoted.find(value => value !== undefined) ?? '')
    .trim()
    .replaceAll('(', '%28')
    .replaceAll(')', '%29');
  return /^https?:\/\/[^\s<>"]+$/i.test(href) && href.length <= MAX_HREF ? href : undefined;
}

/** Handles one tag. */
function applyTag(lines: LinesOfText, { name, isClosing }: Tag, source: string): void {
  if (BOLD.has(name)) lines.bold(isClosing ? -1 : 1);
  else if (name === 'a') lines.link(isClosing ? undefined : hrefOf(source));
  else if (HEADING.test(name)) lines.breakParagraph(isClosing ? '' : '# ');
  else if (PARAGRAPH.has(name)) lines.breakParagraph('');
  else if (name === 'li' && !isClosing) lines.breakLine('- ');
  else if (LINE.has(name) && (!isClosing || name === 'div')) lines.breakLine('');
}

/**
 * The text of HTML with the marks of our descriptions: headings, list items, bold words, links to web
 * addresses. Other tags are dropped. One pass with `indexOf`, so that broken HTML takes no longer than
 * good.
 */
export function htmlToText(html: string): string {
  // Only ASCII, because other letters may become two and move what follows.
  const lower = html.replaceAll(/[A-Z]+/g, letters => letters.toLowerCase());
  const lines = new LinesOfText();
  let at = 0;
  for (;;) {
    const open = html.indexOf('<', at);
    if (open < 0) {
      lines.add(decode(html.slice(at)));
      return lines.text(MAX_TEXT);
    }
    const isTag = /[a-z/!?]/.test(lower.charAt(open + 1));
    lines.add(decode(html.slice(at, isTag ? open : open + 1)));
    at = open + 1;
    if (!isTag) continue;
    const tag = tagAt(lower, open);
    if (tag === undefined) return lines.text(MAX_TEXT);
    applyTag(lines, tag, html.slice(open, Math.min(tag.end, open + MAX_TAG)));
    at = tag.end;
  }
}

/** Text without tags keeps its own line breaks. */
export const descriptionOf = (text: string): string =>
  /<[a-z/!]|&\w{2,8};|&#/i.test(text)
    ? htmlToText(text)
    : text.replaceAll('\0', '').replaceAll('\r\n', '\n').trim().slice(0, MAX_TEXT);
