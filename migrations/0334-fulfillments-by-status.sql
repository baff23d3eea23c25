-- no transaction: web orders write to fulfillments.
-- Few orders of a store are open. With the status in the index, their list and their number are read
-- without visiting the rows of all earlier orders.
create index concurrently fulfillments_by_status on fulfillments (store_id, id, status);
drop index concurrently if exists fulfillments_by_store;
