-- no transaction: returns and voids write to refunds.
-- A refund is made when its money is paid, which may be weeks after it was opened.
create index concurrently refunds_made_at_till on refunds (till_id, coalesce(processed_at, created_at))
  where till_id is not null;
drop index concurrently if exists refunds_of_till;
