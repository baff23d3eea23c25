/**
 * The answers that clients received, kept outside the service. Requests without an answer are not
 * in here: the client retries under the same key until there is one.
 */
export type Ledger = {
  /** Sales created, by number, with their till. */
  rung: Map<string, string>;
  paid: Map<string, { method: 'cash' | 'card'; intent?: string }>;
  voided: Set<string>;
  /** Checkouts started, and those whose order was acknowledged. */
  checkouts: string[];
  ordered: Set<string>;
  /** Events accepted with 200, and the charge of each. */
  accepted: Map<string, string>;
  /** Number of answers by status; `cut` where no answer came. */
  answers: Map<string, number>;
  /** Failures of the service other than 503. */
  failures: string[];
};

export const newLedger = (): Ledger => ({
  rung: new Map(),
  paid: new Map(),
  voided: new Set(),
  checkouts: [],
  ordered: new Set(),
  accepted: new Map(),
  answers: new Map(),
  failures: [],
});

/** Number of acknowledgements that clients rely on. */
export const acknowledged = ({ rung, paid, voided, ordered, accepted }: Ledger): number =>
  rung.size + paid.size + voided.size + ordered.size + accepted.size;

export function note(ledger: Ledger, status: number | 'cut'): void {
  const name = String(status);
  ledger.answers.set(name, (ledger.answers.get(name) ?? 0) + 1);
}
