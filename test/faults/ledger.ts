/**
 * What the people outside were told, kept where no fault can reach it. `pending` work is not in
 * here: whoever got no answer asks again under the same key until there is one.
 */
export type Ledger = {
  /** Sales rung up, by number, with the till that did it. */
  rung: Map<string, string>;
  paid: Map<string, { method: 'cash' | 'card'; intent?: string }>;
  voided: Set<string>;
  /** Checkouts begun, and those of them whose order was acknowledged. */
  checkouts: string[];
  ordered: Set<string>;
  /** Events the processor got a 200 for, and the charge each is about. */
  told: Map<string, string>;
  /** How often each status was answered; `cut` where no answer came. */
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
  told: new Map(),
  answers: new Map(),
  failures: [],
});

/** Every yes that somebody outside relies on. */
export const acknowledged = ({ rung, paid, voided, ordered, told }: Ledger): number =>
  rung.size + paid.size + voided.size + ordered.size + told.size;

export function note(ledger: Ledger, status: number | 'cut'): void {
  const name = String(status);
  ledger.answers.set(name, (ledger.answers.get(name) ?? 0) + 1);
}
