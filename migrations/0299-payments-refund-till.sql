-- no transaction: returns and voids write to refunds.
-- The till that made the refund, whatever way the money went; `terminal_id` is the drawer it left.
alter table refunds add column if not exists till_id text;
create index concurrently refunds_of_till on refunds (till_id, created_at) where till_id is not null;
