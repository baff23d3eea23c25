-- An exchange is a return whose value pays for a new sale. The return names that sale, and the sale
-- names the return and the sale that the goods came from.
alter table returns add column exchange_transaction_id uuid references transactions (id);
create unique index returns_exchange on returns (exchange_transaction_id)
  where exchange_transaction_id is not null;

-- `{return_id, return_number, transaction_id}`; null for a sale that is no exchange.
alter table transactions add column exchange_of jsonb;
