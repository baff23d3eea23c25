-- no transaction: every sale writes to transactions.
-- Most sales of a store are completed: a list of those reads the newest ones in their order and needs
-- no index by status.
create index concurrently transactions_of_store_not_completed on transactions (store_id, status, id)
  where status <> 'completed';
drop index if exists transactions_of_store_by_status;
