-- Goods that move from one store to another, from the request to their arrival.

create sequence stock_transfer_numbers as bigint;

create table stock_transfers (
  id            uuid primary key,
  number        text not null unique,
  from_store_id uuid not null references stores (id),
  to_store_id   uuid not null references stores (id),
  status        text not null default 'requested'
    check (status in ('requested', 'packed', 'in_transit', 'received', 'cancelled')),
  notes         text not null default '' check (length(notes) <= 1000),
  cancel_reason text not null default '' check (length(cancel_reason) <= 500),
  requested_by  uuid references users (id) on delete set null,
  packed_by     uuid references users (id) on delete set null,
  sent_by       uuid references users (id) on delete set null,
  received_by   uuid references users (id) on delete set null,
  cancelled_by  uuid references users (id) on delete set null,
  created_at    timestamptz not null default now(),
  packed_at     timestamptz,
  sent_at       timestamptz,
  received_at   timestamptz,
  cancelled_at  timestamptz,
  updated_at    timestamptz not null default now(),
  constraint transfer_between_two_stores check (from_store_id <> to_store_id)
);
-- Lists go by id: version 7 ids are in the order of creation.
create index stock_transfers_from on stock_transfers (from_store_id, id desc);
create index stock_transfers_to on stock_transfers (to_store_id, id desc);

-- Quantities are steps of the variant's unit, as in stock.
create table stock_transfer_lines (
  id                 uuid primary key,
  transfer_id        uuid not null references stock_transfers (id) on delete cascade,
  position           integer not null,
  variant_id         uuid not null references product_variants (id),
  requested_quantity integer not null check (requested_quantity >= 0),
  packed_quantity    integer check (packed_quantity >= 0),
  received_quantity  integer check (received_quantity >= 0),
  difference_reason  text check (difference_reason in
    ('missing', 'damaged', 'miscounted', 'wrong_article', 'other')),
  difference_note    text not null default '' check (length(difference_note) <= 500),
  unique (transfer_id, variant_id),
  constraint difference_has_reason check (received_quantity is null
    or received_quantity = packed_quantity or difference_reason is not null)
);
create index stock_transfer_lines_variant on stock_transfer_lines (variant_id);
