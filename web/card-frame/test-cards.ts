/** The published test numbers by the token that the sandbox gives for each. */
export const TEST_NUMBERS = new Map([
  ['tok_ok', '4242 4242 4242 4242'],
  ['tok_challenge', '4000 0025 0000 3155'],
  ['tok_challenge_fail', '4000 0084 0000 1629'],
  ['tok_declined', '4000 0000 0000 0002'],
  ['tok_insufficient_funds', '4000 0000 0000 9995'],
  ['tok_timeout', '4000 0000 0000 3220'],
  ['tok_error', '4000 0000 0000 0119'],
]);

export const digitsOf = (text: string): string => text.replaceAll(/\D/g, '');

const known = new Set([...TEST_NUMBERS.values()].map(digitsOf));

/** Any other number stays in the form: somebody may type a real card. */
export const isTestNumber = (text: string): boolean => known.has(digitsOf(text));

/** Undefined unless the text is a month and a year, as in `12/34`. */
export function expiryIn(text: string): { exp_month: number; exp_year: number } | undefined {
  const [, month, year] = /^(0?[1-9]|1[0-2])\s*(?:\/\s*)?(?:20)?(\d{2})$/.exec(text.trim()) ?? [];
  if (month === undefined || year === undefined) return undefined;
  return { exp_month: Number(month), exp_year: 2000 + Number(year) };
}
