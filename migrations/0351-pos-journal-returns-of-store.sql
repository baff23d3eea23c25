-- no transaction: every sale at a till writes to till_journal.
-- The cash returns of a store are added up, by the day they were made on and the day they arrived on.
create index concurrently till_journal_returns_made on till_journal (store_id, booked_at)
  where kind = 'return';
create index concurrently till_journal_returns_arrived on till_journal (store_id, received_at)
  where kind = 'return';
drop index concurrently if exists till_journal_returns;
alter table till_journal validate constraint till_journal_made_by_fkey;
