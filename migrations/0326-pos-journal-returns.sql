-- no transaction: every sale at a till writes to till_journal.
-- The returns of a till on one day are added up.
create index concurrently till_journal_returns on till_journal (terminal_id, booked_at)
  where kind = 'return';
