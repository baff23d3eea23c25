-- People who want a mail when a variant is available at a store again. The mail deletes the row.
create table stock_alerts (
  id         uuid primary key,
  variant_id uuid not null references product_variants (id) on delete cascade,
  store_id   uuid not null references stores (id) on delete cascade,
  email      text not null check (length(email) between 3 and 254),
  language   text not null,
  created_at timestamptz not null
);
create unique index stock_alerts_request on stock_alerts (store_id, variant_id, lower(email));
create index stock_alerts_email on stock_alerts (lower(email));
create index stock_alerts_age on stock_alerts (created_at);
