-- The journals of the tills. Every entry that a till has sent is kept, whether it could be booked
-- or not. People named here are deactivated, never deleted.
create table till_journal (
  id             uuid primary key,
  store_id       uuid not null references stores (id),
  terminal_id    text not null references terminals (id),
  -- Counted by the till, from 1.
  counter        integer not null check (counter > 0),
  kind           text not null,
  -- As the till sent it, because the hash covers this text.
  occurred_at    text not null,
  -- The time it is booked at: the till's, unless its clock is wrong.
  booked_at      timestamptz not null,
  received_at    timestamptz not null,
  data           jsonb not null,
  previous_hash  text not null,
  hash           text not null,
  -- Computed from what arrived; differs from hash if the entry was changed.
  digest         text not null,
  -- Whether it has the place of its counter in the chain.
  is_chained     boolean not null,
  status         text not null check (status in ('accepted', 'held', 'settled')),
  flags          text[] not null default '{}',
  -- Why it was held.
  reason         text,
  message        text,
  task_id        text,
  till_number    text,
  transaction_id uuid,
  transaction_number text,
  sent_by        uuid not null references users (id),
  settled_by     uuid references users (id),
  settled_at     timestamptz,
  settled_note   text check (length(settled_note) <= 500),
  constraint held_for_a_reason check (status <> 'held' or num_nonnulls(reason, message, task_id) = 3),
  constraint settled_by_somebody check (status <> 'settled'
    or num_nonnulls(settled_by, settled_at, settled_note) = 3)
);
create unique index till_journal_once on till_journal (terminal_id, counter, digest);
create unique index till_journal_chain on till_journal (terminal_id, counter) where is_chained;
-- A till gives each number once.
create unique index till_journal_numbers on till_journal (terminal_id, till_number)
  where status = 'accepted' and till_number is not null;
create index till_journal_of_store on till_journal (store_id, id desc);
create index till_journal_of_till on till_journal (terminal_id, id desc);
create index till_journal_held on till_journal (store_id, id desc) where status = 'held';
create index till_journal_of_sale on till_journal (transaction_id) where transaction_id is not null;
create index till_journal_of_customer on till_journal ((data ->> 'customer_id'))
  where data ? 'customer_id';

-- The last entry of each till's chain. Its row lock lets one sender of a till write at a time.
create table till_journal_heads (
  terminal_id text primary key references terminals (id),
  counter     integer not null default 0,
  hash        text not null default repeat('0', 64)
);

-- Counters that are missing between two entries of a till.
create table till_journal_gaps (
  id            uuid primary key,
  store_id      uuid not null references stores (id),
  terminal_id   text not null references terminals (id),
  first_counter integer not null,
  last_counter  integer not null check (last_counter >= first_counter),
  missing       integer not null check (missing between 0 and last_counter - first_counter + 1),
  task_id       text not null,
  noticed_at    timestamptz not null,
  closed_at     timestamptz,
  constraint closed_when_complete check ((missing = 0) = (closed_at is not null))
);
create index till_journal_open_gaps on till_journal_gaps (terminal_id, first_counter)
  where closed_at is null;
create index till_journal_gaps_of_store on till_journal_gaps (store_id) where closed_at is null;
