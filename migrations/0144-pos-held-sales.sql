-- Sales that a till has put aside for another customer. Any till of the store may continue one, one
-- till at a time. Nothing is reserved, and no stock moves.
create table held_sales (
  id           uuid primary key,
  store_id     uuid not null references stores (id),
  -- The till that put it aside.
  terminal_id  text not null,
  -- The till that continues it; null while it waits.
  resumed_at_terminal text,
  employee_id  uuid not null references users (id),
  customer_id  uuid references users (id) on delete set null,
  name         text not null default '' check (length(name) <= 100),
  note         text not null default '' check (length(note) <= 500),
  -- {"line_items": […], "promo_codes": […], "discounts": […], …}, see src/domains/pos/held/schemas.ts.
  content      jsonb not null,
  -- What the sale would have cost when it was put aside.
  total_amount numeric(12, 2) not null check (total_amount >= 0),
  currency     text not null,
  -- Raised by each hold and each resume.
  version      integer not null default 1 check (version > 0),
  held_at      timestamptz not null,
  updated_at   timestamptz not null
);
create index held_sales_of_store on held_sales (store_id, held_at desc);
create index held_sales_of_customer on held_sales (customer_id) where customer_id is not null;
create index held_sales_by_age on held_sales (updated_at);
