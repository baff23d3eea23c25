import { maskCardsInText } from '../cards/numbers.js';

const MAX_CHARACTERS = 255;

/**
 * The name of an uploaded file as it is stored. Card numbers are masked before the name is cut,
 * which could leave most of one, and it is cut between characters. PostgreSQL stores no NUL.
 */
export const storedFileName = (name: string): string =>
  Array.from(maskCardsInText(name.replaceAll('\0', '')))
    .slice(0, MAX_CHARACTERS)
    .join('');
