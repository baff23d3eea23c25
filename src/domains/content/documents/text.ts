import { type Fields, isObject } from './document.js';

/** Records hold one language: of a translated text, this one is read and written. */
const LANGUAGE = 'en';

type Translation = { _key: string; value: unknown };

const isBlocks = (items: readonly unknown[]): boolean =>
  items.length > 0 && items.every(item => isObject(item) && typeof item._type === 'string');

const isTranslations = (items: readonly unknown[]): items is Translation[] =>
  items.length > 0 &&
  items.every(item => isObject(item) && typeof item._key === 'string' && 'value' in item);

/**
 * The plain text of a string, of portable text (`[{_type: 'block', …}]`) or of a translated
 * text (`{en: …, de: …}`, or `[{_key: 'en', value: …}]`). Undefined for anything else.
 */
export function plainText(value: unknown): string | undefined {
  if (typeof value === 'string') return value;
  if (Array.isArray(value)) {
    if (value.length === 0) return '';
    if (isTranslations(value)) return plainText(chosen(value)?.value);
    return isBlocks(value) ? textOfBlocks(value) : undefined;
  }
  return isObject(value) ? plainText(value[languageOf(value) ?? '']) : undefined;
}

/** Writes the text in the shape of the remote value, so that other languages are kept. */
export function textLike(remote: unknown, text: string): unknown {
  if (Array.isArray(remote) && remote.length > 0) {
    if (isTranslations(remote)) {
      const translation = chosen(remote);
      return remote.map(item =>
        item === translation ? { ...item, value: textLike(item.value, text) } : item,
      );
    }
    if (isBlocks(remote)) return blocksOf(text);
  }
  if (!isObject(remote)) return text;
  const language = languageOf(remote) ?? LANGUAGE;
  return { ...remote, [language]: textLike(remote[language], text) };
}

const chosen = (items: readonly Translation[]): Translation | undefined =>
  items.find(item => item._key === LANGUAGE) ?? items[0];

function languageOf(texts: Fields): string | undefined {
  const names = Object.keys(texts).filter(
    name => !name.startsWith('_') && plainText(texts[name]) !== undefined,
  );
  return names.find(name => name === LANGUAGE) ?? names[0];
}

/** Separates paragraphs by an empty line, list items by a line break. */
function textOfBlocks(blocks: readonly unknown[]): string {
  let text = '';
  let wasItem = false;
  for (const block of blocks) {
    if (!isObject(block) || block._type !== 'block') continue;
    const isItem = typeof block.listItem === 'string';
    const line = (isItem ? '- ' : '') + textOfSpans(block.children);
    text += `${text === '' ? '' : isItem && wasItem ? '\n' : '\n\n'}${line}`;
    wasItem = isItem;
  }
  return text;
}

const textOfSpans = (spans: unknown): string =>
  (Array.isArray(spans) ? spans : [])
    .map(span => (isObject(span) && typeof span.text === 'string' ? span.text : ''))
    .join('');

const blocksOf = (text: string): Fields[] =>
  text.split(/\n{2,}/).map((paragraph, index) => ({
    _type: 'block',
    _key: `p${index}`,
    style: 'normal',
    markDefs: [],
    children: [{ _type: 'span', _key: `p${index}s0`, text: paragraph, marks: [] }],
  }));
