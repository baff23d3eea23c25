import { invalidField } from '../../platform/http/failure.js';
import { isCardNumber } from '../../platform/redact.js';

/** The parser leaves ids of processors whole, so that they can be compared; a card must not pass for one. */
export function refuseCardNumber(processorTransactionId: string | null | undefined): void {
  if (processorTransactionId && isCardNumber(processorTransactionId)) {
    throw invalidField(
      'processor_transaction_id',
      'This looks like a card number; send the id that the processor gave the payment.',
    );
  }
}
