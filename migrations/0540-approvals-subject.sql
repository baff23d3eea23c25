-- A request for a void, a refund or a return names its sale, and an approval that decided a return
-- serves that return only. Requests of the release before name no sale here; they are refused, and
-- end within five minutes, approvals within fifteen.
alter table approvals
  add column sale_id uuid,
  add column sale_number text,
  add column kept_for text,
  add constraint sale_with_number check (num_nonnulls(sale_id, sale_number) in (0, 2));
