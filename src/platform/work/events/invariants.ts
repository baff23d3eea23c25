import { checkRows, type Invariant } from '../../invariants.js';
import { CHAIN_STREAM } from './repository.js';

/** The rows of a stream in the log. */
const ROWS = `select id, first_seq, last_seq, cardinality(events) = last_seq - first_seq + 1 as is_whole
    from event_batches where stream_id = s.stream_id
  union all select id, seq, seq, true from single_events where stream_id = s.stream_id`;

/**
 * Checks the last 30 days; months are dropped after 60. It starts from a number, not a time, because
 * events may be numbered in another order than they were written.
 */
export const eventInvariants: readonly Invariant[] = [
  {
    name: 'events:numbers',
    description: 'Event numbers of a stream have no gaps and end at its last one.',
    check: checkRows(
      `select nullif(s.stream_id, '${CHAIN_STREAM}'), s.stream_id,
         recent.first is null or (
           select bool_and(is_whole and first_seq = coalesce(before + 1, first_seq))
             and max(last_seq) = s.last_seq
           from (select *, lag(last_seq) over (order by last_seq, first_seq) as before
                 from (${ROWS}) as r where r.last_seq >= recent.first) as row)
       from event_streams s
       left join lateral (
         select min(first_seq) as first from (${ROWS}) as r
         where r.id >= uuid_floor(now() - interval '30 days')
       ) as recent on true`,
    ),
  },
  {
    name: 'events:positions',
    description: 'No consumer is past the end of a stream.',
    check: checkRows(
      `select nullif(s.stream_id, '${CHAIN_STREAM}'), s.stream_id, max(position.seq) <= s.last_seq
       from event_streams s join event_positions position using (stream_id)
       group by s.stream_id, s.last_seq`,
    ),
  },
];
