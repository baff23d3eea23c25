/** In the order in which the desk leads through them. */
export const STEPS = [
  'administrator',
  'store',
  'payment_methods',
  'products',
  'till',
  'staff',
  'test_sale',
] as const;
export type Step = (typeof STEPS)[number];

/** The first two are needed for all others. */
export const SKIPPABLE = [
  'payment_methods',
  'products',
  'till',
  'staff',
  'test_sale',
] as const satisfies readonly Step[];
export type Skippable = (typeof SKIPPABLE)[number];

export const STATUSES = ['done', 'skipped', 'open'] as const;
export type Status = (typeof STATUSES)[number];

/** How many records exist for each step, however they were made. */
export type Counts = Record<Step, number>;

export const stepsOf = (counts: Counts, skipped: readonly string[]) =>
  STEPS.map(step => ({
    step,
    status: statusOf(counts[step], skipped.includes(step)),
    count: counts[step],
  }));

function statusOf(count: number, isSkipped: boolean): Status {
  if (count > 0) return 'done';
  return isSkipped ? 'skipped' : 'open';
}

const MAX_CODE_LENGTH = 32;

/** "Käse & Co." becomes `KASE-CO`, a name without letters `STORE`. */
export function storeCodeOf(name: string): string {
  const letters = name
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toUpperCase()
    .replaceAll(/[^A-Z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '')
    .slice(0, MAX_CODE_LENGTH);
  return letters === '' ? 'STORE' : letters;
}
