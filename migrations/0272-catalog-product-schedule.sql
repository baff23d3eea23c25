-- When a product becomes active and when it is archived; a job applies both every minute and clears
-- the time it has applied.
alter table products
  add column publish_at timestamptz,
  add column archive_at timestamptz,
  add constraint products_schedule_order check (archive_at > publish_at);
create index products_scheduled on products (least(publish_at, archive_at))
  where publish_at is not null or archive_at is not null;
