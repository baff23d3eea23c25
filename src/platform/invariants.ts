import { type Reader, statement } from './database/tx.js';

/** What a check found at one store, or in the whole chain. */
export type Finding = {
  store_id: string | null;
  checked: number;
  offending: number;
  /** Of the first offenders. */
  ids: string[];
};

/** Something that must be true of a domain's tables at any moment, whoever is writing. */
export type Invariant = {
  /** Such as `inventory:on-hand`. */
  name: string;
  /** What holds, in a sentence. */
  description: string;
  /** One statement, so that it sees all tables at the same moment. */
  check(reader: Reader): Promise<Finding[]>;
};

const MAX_IDS = 20;

/** Counts per store; `rows` is a query that gives store_id, id and ok for each record it looks at. */
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
