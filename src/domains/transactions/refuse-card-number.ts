import { isCardNumber } from '../../platform/card-numbers.js';
import { invalidField } from '../../platform/http/failure.js';

/** The masking of card numbers skips this field, so a card number is refused here. */
export function refuseCardNumber(processorTransactionId: string | null | undefined): void {
  if (processorTransactionId && isCardNumber(processorTransactionId)) {
    throw invalidField(
      'processor_transaction_id',
      'This looks like a card number; send the id that the processor gave the payment.',
    );
  }
}
