-- no transaction: every sale writes to transactions.
create index concurrently transactions_discounted on transactions (store_id, completed_at)
  where adjustments <> '[]' and completed_at is not null;
