/** What a cashier can do with a page of the register, and what the page shows. */
export type Customer = {
  /** Stands on the sale as its note, so that a sale that was booked twice is found. */
  note: string;
  items: readonly { sku: string; quantity: number }[];
  /** With the slip number of a stand-alone terminal, otherwise in cash. */
  slip?: string;
  /** Pays a part in cash first: by the routes of the service, or kept on the till without a connection. */
  isSplit?: boolean;
  /** The sale is parked and resumed before the payment. */
  isParked?: boolean;
};

export type StepKind =
  | 'shift_open'
  | 'shift_close'
  | 'drawer_open'
  | 'cash_in'
  | 'cash_out'
  | 'return';

/** One unit of a sale that comes back without a connection, and what the customer gets for it. */
export type Refund = { sku: string; refundMinor: number; data: Record<string, unknown> };

/** An entry of the journal as the device keeps it. */
export type KeptEntry = {
  counter: number;
  kind: string;
  key: string;
  state: 'open' | 'waiting' | 'sent' | 'held';
  hash: string;
  number: string | null;
  reason?: string | null;
  data: Record<string, unknown>;
};

export type TillPage = {
  isSignedIn(): boolean;
  logIn(form: { employee: string; pin: string; store: string; terminal: string }): Promise<void>;
  /** Loads the catalogue, from the device or from the service. */
  open(): Promise<void>;
  /** What the till screen does at its start, after a reconnect and every 10 seconds. */
  connect(): Promise<void>;
  isOnline(): boolean;
  /** Rings up and takes the money; goes on with a payment that a reload has interrupted. */
  serve(customer: Customer): Promise<void>;
  /** Undefined if the till does not know the sale, or nothing of its first line is left. */
  refundFor(number: string): Promise<Refund | undefined>;
  step(kind: StepKind, data: Record<string, unknown>, key: string): Promise<KeptEntry>;
  entryOf(key: string): Promise<KeptEntry | undefined>;
  entries(): Promise<KeptEntry[]>;
  /** Notes and coins for a count, the largest first. */
  denominations(): string[];
};

/** A sale as the cashier sees it when it is paid. */
export type PaidSale = {
  note: string;
  number: string;
  totalMinor: number;
  cashMinor: number;
  lines: { sku: string; quantity: number }[];
};
