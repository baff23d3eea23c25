const ASCII = /^[\0-\x7f]*$/;

/** Letters that are more than a letter with an accent. */
const LETTERS: Record<string, string> = {
  ...{ ß: 'ss', æ: 'ae', œ: 'oe', ø: 'o', ł: 'l', đ: 'd', ð: 'd', þ: 'th', ı: 'i' },
};

/** In small letters without accents: "Käsebrett" is "kasebrett". */
export function plain(text: string): string {
  const small = text.toLowerCase();
  if (ASCII.test(small)) return small;
  return small
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/[^\0-\x7f]/gu, letter => LETTERS[letter] ?? letter);
}

/** A word of at least three letters; a typing mistake can turn shorter ones into any other word. */
const WORD = /[\p{L}\p{N}]{3,}/gu;
const LETTER = /\p{L}/u;
/** The same for most names; tables of all letters take three times as long. */
const ASCII_WORD = /[a-z0-9]{3,}/gi;
const ASCII_LETTER = /[a-z]/i;

/** Words in which somebody may have mistyped a letter. Numbers are no words. */
export function wordsOf(text: string): string[] {
  const isAscii = ASCII.test(text);
  const letter = isAscii ? ASCII_LETTER : LETTER;
  return (text.match(isAscii ? ASCII_WORD : WORD) ?? []).filter(word => letter.test(word));
}

const DIGIT = /\d/;
const digitsIn = (word: string): string => word.replaceAll(/\D/g, '');

/** Shorter words are compared as a whole: "mub" is not the beginning of "museum". */
const SHORTEST_BEGINNING = 4;

/**
 * How far a word is from what was typed: 0 if it contains it, 1 with one wrong, missing, added or
 * swapped letter, 2 if only its beginning is that near; undefined otherwise. Digits are as typed.
 */
export function alike(typed: string, word: string): 0 | 1 | 2 | undefined {
  if (word.length < typed.length - 1) return undefined;
  if (word.includes(typed)) return 0;
  let same = 0;
  while (same < typed.length && typed[same] === word[same]) same += 1;
  const isSwapped = typed[same] === word[same + 1] && typed[same + 1] === word[same];
  const far = Math.min(
    rest(typed, same + 1, word, same + 1),
    rest(typed, same + 1, word, same),
    rest(typed, same, word, same + 1),
    isSwapped ? rest(typed, same + 2, word, same + 2) : NOT_ALIKE,
  );
  if (far === NOT_ALIKE || (far === 2 && typed.length < SHORTEST_BEGINNING)) return undefined;
  if (DIGIT.test(typed) && !digitsIn(word).startsWith(digitsIn(typed))) return undefined;
  return far === 1 ? 1 : 2;
}

const NOT_ALIKE = 3;

/** 1 if the word goes on from a place as it was typed, 2 if it has more letters after that. */
function rest(typed: string, from: number, word: string, at: number): number {
  const left = typed.slice(from);
  if (!word.startsWith(left, at)) return NOT_ALIKE;
  return word.length - at === left.length ? 1 : 2;
}
