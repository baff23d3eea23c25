-- What an entry of a till's journal stands for: a refund, a payment, a closed shift or a movement of
-- cash. Each is in one entry.
create table till_journal_records (
  record_id uuid primary key,
  kind      text not null check (kind in ('refund', 'payment', 'shift', 'movement')),
  entry_id  uuid not null references till_journal (id),
  store_id  uuid not null references stores (id)
);
create index till_journal_records_of_entry on till_journal_records (entry_id);
