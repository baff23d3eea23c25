/** Words of a line that look alike. */
type Run = { text: string; isBold: boolean; href: string | undefined };
type Mark = '' | '# ' | '- ';
type Line = { mark: Mark; runs: Run[]; isAfterGap: boolean };

/** Two asterisks would begin or end bold words, brackets a link. */
const plain = (text: string): string => text.replaceAll('**', '*');
const inLink = (text: string): string => text.replaceAll(/[[\]]/g, '').trim();

/** Puts the words between marks, which do not enclose spaces. */
function marked({ text, isBold, href }: Run): string {
  const [, before = '', words = '', after = ''] = /^( ?)(.*?)( ?)$/.exec(plain(text)) ?? [];
  const linked = href === undefined ? words : `[${inLink(words)}](${href})`;
  if (words === '' || (href !== undefined && inLink(words) === '')) return before || after;
  return `${before}${isBold ? `**${linked}**` : linked}${after}`;
}

/** The words of a link are one run, bold if all of them are. */
function joined(runs: readonly Run[]): Run[] {
  const all: Run[] = [];
  for (const run of runs) {
    const last = all.at(-1);
    const isSame = last?.href === run.href && (last?.isBold === run.isBold || run.href);
    if (last === undefined || !isSame) all.push({ ...run });
    else Object.assign(last, { text: last.text + run.text, isBold: last.isBold && run.isBold });
  }
  return all;
}

/** Builds a description line by line; marks never go over the end of a line. */
export class LinesOfText {
  #lines: Line[] = [{ mark: '', runs: [], isAfterGap: false }];
  #boldness = 0;
  #href: string | undefined;

  get #line(): Line {
    return this.#lines.at(-1) as Line;
  }

  bold(change: 1 | -1): void {
    this.#boldness = Math.max(0, this.#boldness + change);
  }

  link(href: string | undefined): void {
    this.#href = href;
  }

  /** Spaces and line breaks of the source are one space, none at the start of a line. */
  add(source: string): void {
    const { runs, mark } = this.#line;
    const text = source.replaceAll('\0', '').replaceAll(/\s+/g, ' ');
    const isAfterSpace = runs.at(-1)?.text.endsWith(' ') ?? true;
    const words = isAfterSpace ? text.trimStart() : text;
    const isBold = this.#boldness > 0 && mark !== '# ';
    if (words !== '') runs.push({ text: words, isBold, href: this.#href });
  }

  breakLine(mark: Mark): void {
    const line = this.#line;
    // A paragraph within an item, or a line break in a heading, begins no line of its own.
    if (line.runs.length === 0) line.mark = mark === '' ? line.mark : mark;
    else if (mark === '' && line.mark === '# ') this.add(' ');
    else this.#lines.push({ mark, runs: [], isAfterGap: false });
  }

  breakParagraph(mark: Mark): void {
    if (this.#line.mark === '# ' && this.#line.runs.length > 0) {
      this.#lines.push({ mark, runs: [], isAfterGap: true });
      return;
    }
    const wasEmpty = this.#line.runs.length === 0;
    this.breakLine(mark);
    const line = this.#line;
    line.isAfterGap ||= !(wasEmpty && line.mark === '- ');
  }

  /** Only the beginning of a text that is too long; its last line has no marks. */
  text(most: number): string {
    let text = '';
    let last: Mark = '';
    for (const { mark, runs, isAfterGap } of this.#lines) {
      const words = joined(runs).map(marked).join('').trim();
      if (words === '') continue;
      const isItem = mark === '- ' && last === '- ';
      const gap = text === '' ? '' : isAfterGap && !isItem ? '\n\n' : '\n';
      last = mark;
      const next = `${text}${gap}${mark}${words}`;
      if (next.length > most) {
        const unmarked = runs.map(run => plain(run.text)).join('');
        return `${text}${gap}${unmarked}`.slice(0, most).trim();
      }
      text = next;
    }
    return text;
  }
}
