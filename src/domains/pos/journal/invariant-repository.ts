import { checkRows, type Invariant } from '../../../platform/invariants.js';
import { COMPLETED_AT } from './record-repository.js';
import { SALES_ENTERED_WITHIN_DAYS } from './rules.js';

/** Entries that a person has settled need no matching hash. */
const CHAIN = `
  select j.store_id, j.id, b.hash is null or b.hash = j.previous_hash or j.settled_at is not null
    or b.settled_at is not null
  from till_journal j left join till_journal b
    on b.terminal_id = j.terminal_id and b.chain = j.chain and b.counter = j.counter - 1
      and b.is_chained
  where j.is_chained`;

/** The ends of all chains, open and closed, and their gaps, recounted from the entries. */
const COUNTERS = `
  select e.store_id, e.terminal_id || ' ' || e.chain,
    e.counter = coalesce(max(j.counter), 0) and e.counter - count(j.id) = (
      select coalesce(sum(g.missing), 0) from till_journal_gaps g
      where g.terminal_id = e.terminal_id and g.chain = e.chain)
    and (e.hash is null or e.hash = coalesce(
      (array_agg(j.hash order by j.counter desc) filter (where j.id is not null))[1], e.hash))
  from (select null::uuid as store_id, terminal_id, chain, counter, null as hash
      from till_journal_heads
      union all select null, terminal_id, chain, counter, hash from till_journal_chains) e
    left join till_journal j
      on j.terminal_id = e.terminal_id and j.chain = e.chain and j.is_chained
  group by e.store_id, e.terminal_id, e.chain, e.counter, e.hash`;

/** A sale that the service had before its entry was made has its own time, and may be from another till. */
const SALES = `
  select j.store_id, j.id, t.till_number is not distinct from j.till_number
    and t.store_id = j.store_id and t.total_amount = (j.data ->> 'total_amount')::numeric
    and (j.data ? 'transaction' or t.terminal_id = j.terminal_id and t.created_at = j.booked_at)
  from till_journal j left join transactions t on t.id = j.transaction_id
  where j.kind = 'sale' and j.status = 'accepted'`;

/** A number of a till is on one sale, and each such sale is in a journal. */
const NUMBERS = `
  select t.store_id, t.id, count(j.id) = 1
  from transactions t left join till_journal j
    on j.transaction_id = t.id and j.kind = 'sale' and j.status = 'accepted'
  where t.till_number is not null group by t.store_id, t.id`;

/**
 * Sales of tills with a journal: each is an entry, or the till gets it to enter. The last entry of a till
 * tells how far it is; a till that nobody uses any more enters nothing. Earlier releases did not enter
 * every sale: `sales_since` is when such a till got this release.
 */
const ENTERED = `
  with tills as (select j.terminal_id, max(j.received_at) as last_at,
      greatest(min(j.received_at), h.sales_since) as first_at
    from till_journal j left join till_journal_heads h on h.terminal_id = j.terminal_id
    group by j.terminal_id, h.sales_since)
  select t.store_id, t.id, t.till_number is not null or not exists (
    select 1 from tills where tills.terminal_id = ${COMPLETED_AT}
      and t.completed_at > first_at
      and t.completed_at < last_at - interval '${SALES_ENTERED_WITHIN_DAYS} days')
  from transactions t where t.completed_at is not null`;

/** Entries are booked, and the records they cover belong to the same store. */
const RECORDS = `
  select e.store_id, e.record_id, j.status = 'accepted' and j.store_id = e.store_id
    and (e.kind <> 'refund' or r.store_id = e.store_id)
    and (e.kind <> 'payment' or p.store_id = e.store_id)
  from till_journal_records e join till_journal j on j.id = e.entry_id
    left join refunds r on r.id = e.record_id and e.kind = 'refund'
    left join payments p on p.id = e.record_id and e.kind = 'payment'`;

export const journalInvariants: readonly Invariant[] = [
  {
    name: 'pos:journal-chain',
    description: 'Each entry of a till carries the hash of the entry before it in its chain.',
    check: checkRows(CHAIN),
  },
  {
    name: 'pos:journal-counters',
    description: 'Every counter in a chain of a till is an entry or part of a gap.',
    check: checkRows(COUNTERS),
  },
  {
    name: 'pos:journal-entered',
    description: 'A sale that a till with a journal has completed is in it, or is to be entered.',
    check: checkRows(ENTERED),
  },
  {
    name: 'pos:journal-numbers',
    description: 'A sale with a number of a till is in one entry of its journal.',
    check: checkRows(NUMBERS),
  },
  {
    name: 'pos:journal-records',
    description: 'A refund or payment of a journal is that of a booked entry of its store.',
    check: checkRows(RECORDS),
  },
  {
    name: 'pos:journal-sales',
    description: 'An accepted sale of a journal exists with its number, till, time and amount.',
    check: checkRows(SALES),
  },
];
