/** What decides whether two lists can set the price of the same sale. */
export type Reach = {
  currency: string;
  store_ids: readonly string[];
  customer_group: string | null;
  valid_from: Date | null;
  valid_to: Date | null;
  priority: number;
};

const shareStores = (one: Reach, other: Reach): boolean =>
  one.store_ids.length === 0 ||
  other.store_ids.length === 0 ||
  one.store_ids.some(id => other.store_ids.includes(id));

/** A list for everybody also applies to the customers of a group. */
const shareCustomers = (one: Reach, other: Reach): boolean =>
  one.customer_group === null ||
  other.customer_group === null ||
  one.customer_group === other.customer_group;

const isBefore = (end: Date | null, start: Date | null): boolean =>
  end !== null && start !== null && end <= start;

/** With equal priority, nothing says which of two such lists sets the price. */
export const isAmbiguous = (one: Reach, other: Reach): boolean =>
  one.currency === other.currency &&
  one.priority === other.priority &&
  shareStores(one, other) &&
  shareCustomers(one, other) &&
  !isBefore(one.valid_to, other.valid_from) &&
  !isBefore(other.valid_to, one.valid_from);
