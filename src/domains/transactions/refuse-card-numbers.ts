import { isCardNumber } from '../../platform/cards/numbers.js';
import { invalidField } from '../../platform/http/failure.js';

/** What the masking of bodies makes of a card number. */
const MASKED = /^\s*\*{4}\d{4}\s*$/;

const isCard = (text: string): boolean => isCardNumber(text) || MASKED.test(text);

/** An id that is a card number is refused, never stored as it is or masked. */
export function refuseCardNumbers(ids: Record<string, string | null | undefined>): void {
  for (const [field, id] of Object.entries(ids)) {
    if (!id || !isCard(id)) continue;
    throw invalidField(
      field,
      field === 'reference'
        ? 'This looks like a card number; enter the number of the slip.'
        : 'This looks like a card number; send the id that the processor gave the payment.',
    );
  }
}
