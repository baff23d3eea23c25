import { fitsCurrency } from '../currencies.js';
import type { FieldErrors } from './failure.js';
import { tooFine } from './refuse-fractions.js';

/** The amounts of a request body with more than two decimals, by their paths. */
const found = new WeakMap<object, Map<string, string | number>>();

/** A hostile body could have thousands of such amounts. */
const MAX_REMEMBERED = 50;

/** Called by the schema of the body, which does not know the currency yet. */
export function rememberFine(body: unknown, path: string, amount: string | number): void {
  if (typeof body !== 'object' || body === null) return;
  const amounts = found.get(body) ?? new Map<string, string | number>();
  found.set(body, amounts);
  if (amounts.size < MAX_REMEMBERED) amounts.set(path.slice(1).replaceAll('/', '.'), amount);
}

/** The fields of a body whose amounts are too fine for a currency. */
export const fineFields = (body: unknown, currency: string): FieldErrors =>
  Object.fromEntries(
    [...((typeof body === 'object' && body !== null && found.get(body)) || [])]
      .filter(([, amount]) => !fitsCurrency(amount, currency))
      .map(([field]) => [field, [tooFine(currency)]]),
  );
