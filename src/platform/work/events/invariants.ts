import { checkRows, type Invariant } from '../../invariants.js';
import { CHAIN_STREAM } from './repository.js';

/**
 * Looks 30 days back; months are dropped after 60. It starts from a number, not from a time, because
 * events may be numbered in another order than they were written.
 */
export const eventInvariants: readonly Invariant[] = [
  {
    name: 'events:numbers',
    description: 'Event numbers of a stream have no gaps and end at its last one.',
    check: checkRows(
      `select nullif(s.stream_id, '${CHAIN_STREAM}'), s.stream_id,
         recent.first is null or (
           select count(*) = s.last_seq - recent.first + 1 and count(distinct seq) = count(*)
             and max(seq) = s.last_seq
           from events e where e.stream_id = s.stream_id and e.seq >= recent.first)
       from event_streams s
       left join lateral (
         select min(seq) as first from events e
         where e.stream_id = s.stream_id and e.id >= uuid_floor(now() - interval '30 days')
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
