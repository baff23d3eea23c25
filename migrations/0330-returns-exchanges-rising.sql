-- no transaction: tills write to returns.
-- Ids grow; see 0313. The list reads the rising order backwards.
create index concurrently returns_exchanges_by_id on returns (id)
  where exchange_transaction_id is not null;
drop index concurrently if exists returns_exchanges;
