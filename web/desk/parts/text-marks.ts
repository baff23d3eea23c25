/** A text with the selected part of it. */
export type Selected = { text: string; start: number; end: number };

const replaced = ({ text, start, end }: Selected, part: string): string =>
  text.slice(0, start) + part + text.slice(end);

/** Puts two asterisks around the selection, or takes them away. */
export function toggleBold(selected: Selected): Selected {
  const { text, start, end } = selected;
  const part = text.slice(start, end);
  const isInside = text.slice(start - 2, start) === '**' && text.slice(end, end + 2) === '**';
  if (isInside) {
    const whole = { text, start: start - 2, end: end + 2 };
    return { text: replaced(whole, part), start: start - 2, end: end - 2 };
  }
  return { text: replaced(selected, `**${part}**`), start: start + 2, end: end + 2 };
}

/** Starts each selected line with the mark, or takes it away if all have it. */
export function toggleLines({ text, start, end }: Selected, mark: '#' | '-'): Selected {
  const from = start === 0 ? 0 : text.lastIndexOf('\n', start - 1) + 1;
  const next = text.indexOf('\n', end);
  const to = next < 0 ? text.length : next;
  const lines = text.slice(from, to).split('\n');
  const isMarked = lines.every(line => line.startsWith(`${mark} `));
  const changed = lines
    .map(line => line.replace(/^[#-] +/, ''))
    .map(line => (isMarked ? line : `${mark} ${line}`))
    .join('\n');
  const whole = { text, start: from, end: to };
  return { text: replaced(whole, changed), start: from, end: from + changed.length };
}

const ADDRESS = 'https://';

/** Makes a link of the selection and selects its address, so that it can be typed over. */
export function addLink(selected: Selected, words: string): Selected {
  const { text, start, end } = selected;
  const part = text.slice(start, end) || words;
  const isAddress = /^https?:\/\/\S+$/.test(part);
  const [shown, address] = isAddress ? [words, part] : [part, ADDRESS];
  const from = start + shown.length + 3;
  return {
    text: replaced(selected, `[${shown}](${address})`),
    start: from,
    end: from + address.length,
  };
}
