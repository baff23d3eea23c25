export type Run = { text: string; isBold: boolean; href?: string };
export type Block =
  | { kind: 'heading' | 'paragraph'; runs: Run[] }
  | { kind: 'list'; items: Run[][] };

/** `[text](https://…)`; other addresses, such as those of scripts, stay text. */
const LINK = /\[([^\][\n]+)\]\((https?:\/\/[^\s()]+)\)/;

/** Text between two asterisks on each side is bold. */
const runsOf = (text: string): Run[] =>
  text
    .split(/\*\*(.+?)\*\*/)
    .flatMap((part, index) => linksIn(part, index % 2 === 1))
    .filter(run => run.text !== '');

/** `split` gives the text before a link, the words of the link, its address, and so on. */
function linksIn(text: string, isBold: boolean): Run[] {
  const parts = text.split(LINK);
  return parts.flatMap((part, index) => {
    if (index % 3 === 2) return [];
    const href = index % 3 === 1 ? parts[index + 1] : undefined;
    return [{ text: part, isBold, ...(href !== undefined && { href }) }];
  });
}

/**
 * The parts of a text that shop staff wrote. A line that starts with "# " is a heading, lines that
 * start with "- " are a list, and an empty line ends a paragraph.
 */
export function textBlocks(text: string): Block[] {
  const blocks: Block[] = [];
  let lines: string[] = [];
  const endParagraph = (): void => {
    const paragraph = lines.join('\n').trim();
    if (paragraph !== '') blocks.push({ kind: 'paragraph', runs: runsOf(paragraph) });
    lines = [];
  };
  for (const line of text.split(/\r?\n/)) {
    const [, mark, rest = ''] = /^(#|-) +(\S.*)$/.exec(line) ?? [];
    if (mark === undefined) {
      if (line.trim() === '') endParagraph();
      else lines.push(line);
      continue;
    }
    endParagraph();
    const last = blocks.at(-1);
    if (mark === '#') blocks.push({ kind: 'heading', runs: runsOf(rest) });
    else if (last?.kind === 'list') last.items.push(runsOf(rest));
    else blocks.push({ kind: 'list', items: [runsOf(rest)] });
  }
  endParagraph();
  return blocks;
}
