import type { Choice } from '../../catalog/index.js';
import { BadCell, type CellReader } from './cells.js';

/** Tags such as `new|linen`. A backslash keeps the next character as it is: `a\|b` is one tag. */
export const entriesIn: CellReader = cell => [
  ...new Set(
    split(cell, '|')
      .map(unescaped)
      .filter(entry => entry !== ''),
  ),
];

export const joinEntries = (entries: readonly string[]): string =>
  entries.map(entry => escaped(entry, '|')).join('|');

/** Such as `Size=M; Colour=Black`: what a variant is within the options of its product. */
export const choicesIn: CellReader = cell => {
  const choices: Choice[] = [];
  for (const entry of split(cell, ';').filter(entry => entry.trim() !== '')) {
    const [name = '', ...value] = split(entry, '=');
    const choice = { name: unescaped(name), value: unescaped(value.join('=')) };
    const isKnown = choices.some(known => known.name === choice.name);
    if (choice.name === '' || choice.value === '' || isKnown) {
      throw new BadCell('Must be options such as Size=M; Colour=Black.');
    }
    choices.push(choice);
  }
  return choices;
};

export const joinChoices = (choices: readonly Choice[]): string =>
  choices.map(({ name, value }) => `${escaped(name, '=;')}=${escaped(value, ';')}`).join('; ');

/** Characters, each with the backslash that precedes it. */
const charactersOf = (text: string): string[] => text.match(/\\[\s\S]|[\s\S]/g) ?? [];

/** The parts between separators that no backslash precedes; the parts keep their backslashes. */
function split(text: string, separator: string): string[] {
  const parts = [''];
  for (const character of charactersOf(text)) {
    if (character === separator) parts.push('');
    else parts[parts.length - 1] += character;
  }
  return parts;
}

/** Without spaces at its ends, unless a backslash precedes them. */
function unescaped(part: string): string {
  const characters = charactersOf(part);
  const isText = (character: string): boolean => character.trim() !== '';
  const first = characters.findIndex(isText);
  if (first < 0) return '';
  return characters
    .slice(first, characters.findLastIndex(isText) + 1)
    .map(character => (character.length > 1 ? character.slice(1) : character))
    .join('');
}

const escaped = (text: string, separators: string): string =>
  [...text]
    .map((character, index, { length }) => {
      const isEnd = index === 0 || index === length - 1;
      const isSpecial = character === '\\' || separators.includes(character);
      return isSpecial || (isEnd && character.trim() === '') ? `\\${character}` : character;
    })
    .join('');
