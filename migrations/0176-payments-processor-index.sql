-- no transaction: every sale writes to payments.
-- Cash has no id at a processor and stays out of the index.
create unique index concurrently one_sale_per_processor_charge
  on payments (coalesce(processor_type, 'primary'), processor_transaction_id)
  where processor_transaction_id is not null;
drop index concurrently if exists one_sale_per_processor_payment;
alter index if exists one_sale_per_processor_charge rename to one_sale_per_processor_payment;
