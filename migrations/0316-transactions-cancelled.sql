-- no transaction: every sale writes to transactions.
-- A till enters the part payments of sales that were cancelled lately.
create index concurrently transactions_cancelled on transactions (store_id, voided_at)
  where voided_at is not null and completed_at is null;
