/** A failure whose message may be sent to the processor and shown in the ledger. */
export class EventRefused extends Error {
  constructor(
    message: string,
    /** Whether a retry may succeed. */
    readonly isRetryable: boolean,
  ) {
    super(message);
  }
}

export const notYetConfirmed = (): EventRefused =>
  new EventRefused('The processor could not confirm the payment yet.', true);
