/** What a cashier asks a manager to approve. */
export type Ask = {
  requestType: string;
  /** What the dialog says, if the type of the request does not tell. */
  about?: 'changed' | 'raised' | 'cash';
  amountMinor: number;
  /** The reason that the cashier has already given. */
  reason?: string;
  details: Record<string, unknown>;
  onApproved: (requestId: string) => void;
};
