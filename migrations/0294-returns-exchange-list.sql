-- no transaction: tills write to returns.
create index concurrently returns_exchanges on returns (id desc)
  where exchange_transaction_id is not null;
