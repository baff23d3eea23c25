-- no transaction: every sale writes to these tables.
-- Ids grow, and in an index in falling order each new one is written in front of the last: PostgreSQL
-- then splits full pages in halves and leaves them half empty. Lists read the rising order backwards.
create index concurrently payments_by_store on payments (store_id, id);
drop index concurrently if exists payments_of_store;
create index concurrently fulfillments_by_store on fulfillments (store_id, id);
drop index concurrently if exists fulfillments_of_store;
create index concurrently stock_movements_by_level on stock_movements (store_id, variant_id, id);
drop index if exists stock_movements_of_level;
