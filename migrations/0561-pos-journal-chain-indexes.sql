-- no transaction: every sale at a till writes to till_journal.
create unique index concurrently till_journal_place on till_journal (terminal_id, chain, counter)
  where is_chained;
drop index concurrently if exists till_journal_chain;
drop index concurrently if exists till_journal_last_number;
create index concurrently till_journal_held_of_till on till_journal (terminal_id)
  where status = 'held';
-- A number that is held is not used again.
create index concurrently till_journal_unbooked_numbers on till_journal
  (terminal_id, (data ->> 'number')) where kind = 'sale' and status <> 'accepted' and is_chained;
