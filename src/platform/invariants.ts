import { type Reader, statement } from './database/tx.js';

/** The result of a check for one store, or for the whole chain (`store_id` null). */
export type Finding = {
  store_id: string | null;
  checked: number;
  offending: number;
  /** The first offending records. */
  ids: string[];
};

/** A condition that a domain's tables meet at any moment, also during concurrent writes. */
export type Invariant = {
  /** For example `inventory:on-hand`. */
  name: string;
  /** The condition in a sentence. */
  description: string;
  /** One statement, so that it sees all tables in one snapshot. */
  check(reader: Reader): Promise<Finding[]>;
};

const MAX_IDS = 20;

/** Counts offending records per store. `rows` is a query that selects store_id, id and ok. */
export const checkRows =
  (rows: string): Invariant['check'] =>
  reader =>
    statement<Finding>(
      reader,
      `select store_id, count(*)::integer as checked,
         (count(*) filter (where not ok))::integer as offending,
         coalesce((array_agg(id::text order by id) filter (where not ok))[1:${MAX_IDS}], '{}') as ids
       from (${rows}) as checked_rows (store_id, id, ok)
       group by store_id order by store_id nulls first`,
    );
