/**
 * Guards CSV exports against formula injection: an apostrophe precedes text that a spreadsheet would
 * run as a formula. An import removes it again; text that already starts with one gets another.
 */
const FORMULA = /^'*[=+\-@\t\r\n＝＋－＠]/u;
const NUMBER = /^-?\d+(\.\d+)?$/;

export const escapeFormula = (text: string): string =>
  FORMULA.test(text) && !NUMBER.test(text) ? `'${text}` : text;

export const unescapeFormula = (text: string): string =>
  text.startsWith("'") && FORMULA.test(text) ? text.slice(1) : text;
