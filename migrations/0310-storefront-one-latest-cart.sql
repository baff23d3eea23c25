-- no transaction: every visit of the shop writes to carts.
-- Carts of a visit, of which one is the latest. Takes the place of the index that named the status.
create unique index concurrently carts_one_latest
  on carts (session_id, (case when not is_latest then id end)) nulls not distinct;
drop index concurrently if exists carts_one_active;
alter table carts validate constraint active_cart_is_latest;
