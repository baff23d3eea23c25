-- A manager restarts the journal of a till: its entries begin a new chain, and the old one is kept.
alter table till_journal add column chain integer not null default 1;
alter table till_journal_gaps add column chain integer not null default 1;
alter table till_journal_heads
  add column chain integer not null default 1,
  -- The highest number that a sale of the till has, in all chains.
  add column last_number bigint not null default 0,
  -- The one task that says that the till may have no more held entries.
  add column held_task_id text;

-- An entry could jump to any number: those after the first jump are not the last one.
with numbers as (
  select terminal_id, till_sale_number(terminal_id, coalesce(till_number, data ->> 'number')) as number
  from till_journal where kind = 'sale'
), steps as (
  select terminal_id, number,
    number - lag(number, 1, number) over (partition by terminal_id order by number) > 10000 as jumps
  from numbers where number < 999000000000
), reached as (
  select terminal_id, number,
    bool_or(jumps) over (partition by terminal_id order by number) as is_beyond
  from steps
)
update till_journal_heads h set last_number = r.number
from (select terminal_id, max(number) as number from reached where not is_beyond
  group by terminal_id) r
where r.terminal_id = h.terminal_id;

-- The chains that are closed; the open one of a till is its head.
create table till_journal_chains (
  terminal_id text not null references terminals (id),
  chain       integer not null check (chain > 0),
  store_id    uuid not null references stores (id),
  counter     integer not null,
  hash        text not null,
  closed_at   timestamptz not null,
  closed_by   uuid not null references users (id),
  reason      text not null check (length(reason) between 1 and 500),
  primary key (terminal_id, chain)
);
create index till_journal_chains_of_store on till_journal_chains (store_id);
create index till_journal_chains_closed_by on till_journal_chains (closed_by);

-- The gaps of a chain that is closed are closed as well, with entries that will never arrive.
alter table till_journal_gaps drop constraint closed_when_complete,
  add constraint closed_when_complete check (missing > 0 or closed_at is not null);
