-- no transaction: every sale writes to transactions.
create index concurrently transactions_by_till_number on transactions (till_number)
  where till_number is not null;
