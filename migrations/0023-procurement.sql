-- Goods on order, and what has come of them.

create sequence purchase_order_numbers as bigint;

create table purchase_orders (
  id               uuid primary key,
  po_number        text not null unique,
  store_id         uuid not null references stores (id),
  vendor_name      text not null check (length(vendor_name) between 1 and 255),
  vendor_reference text not null default '' check (length(vendor_reference) <= 100),
  status           text not null default 'draft' check (status in
    ('draft', 'submitted', 'partially_received', 'received', 'closed', 'cancelled')),
  currency         text not null,
  expected_date    date,
  notes            text not null default '' check (length(notes) <= 10000),
  -- When the vendor said to come with it.
  delivery_id      uuid references delivery_schedules (id) on delete set null,
  created_by       uuid references users (id) on delete set null,
  submitted_at     timestamptz,
  -- The last unit that was to come has come.
  received_at      timestamptz,
  closed_at        timestamptz,
  cancelled_at     timestamptz,
  created_at       timestamptz not null default now(),
  updated_at       timestamptz not null default now()
);
-- Lists go by id: version 7 ids are in the order of creation.
create index purchase_orders_of_store on purchase_orders (store_id, id desc);
create index purchase_orders_by_status on purchase_orders (status, id desc);
create index purchase_orders_of_delivery on purchase_orders (delivery_id) where delivery_id is not null;

create table purchase_order_lines (
  id                   uuid primary key,
  order_id             uuid not null references purchase_orders (id) on delete cascade,
  position             integer not null,
  variant_id           uuid not null references product_variants (id),
  ordered_quantity     integer not null check (ordered_quantity > 0),
  received_quantity    integer not null default 0,
  unit_cost            numeric(12, 2) not null check (unit_cost >= 0 and unit_cost <> 'NaN'),
  -- How much more than was ordered may be taken in, rounded down to whole pieces.
  over_receipt_percent smallint not null default 0 check (over_receipt_percent between 0 and 100),
  unique (order_id, variant_id),
  constraint received_within_tolerance check (received_quantity between 0
    and ordered_quantity + ordered_quantity * over_receipt_percent / 100)
);
create index purchase_order_lines_variant on purchase_order_lines (variant_id);

-- One arrival of goods; the vendor's delivery note usually has a number.
create table purchase_receipts (
  id             uuid primary key,
  order_id       uuid not null references purchase_orders (id),
  receipt_number text not null check (length(receipt_number) between 1 and 100),
  notes          text not null default '' check (length(notes) <= 1000),
  received_by    uuid references users (id) on delete set null,
  received_at    timestamptz not null,
  unique (order_id, receipt_number)
);

create table purchase_receipt_lines (
  receipt_id uuid not null references purchase_receipts (id),
  line_id    uuid not null references purchase_order_lines (id),
  quantity   integer not null check (quantity > 0),
  unit_cost  numeric(12, 2) not null check (unit_cost >= 0 and unit_cost <> 'NaN'),
  primary key (receipt_id, line_id)
);
create index purchase_receipt_lines_line on purchase_receipt_lines (line_id);
