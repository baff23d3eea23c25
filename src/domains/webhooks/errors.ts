/** A failure in our own words, which may be told to the sender and shown in the ledger. */
export class EventRefused extends Error {
  constructor(
    message: string,
    /** Whether the same event may well be handled later. */
    readonly mayPass: boolean,
  ) {
    super(message);
  }
}

export const notYetConfirmed = (): EventRefused =>
  new EventRefused('The processor could not confirm the payment yet.', true);
