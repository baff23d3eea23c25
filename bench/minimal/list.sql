-- The newest ten orders of a store.
select id, number, channel, status, total, created_at from orders
where store_id = 1 order by id desc limit 10;
