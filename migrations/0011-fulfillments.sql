-- How sold goods reach the customer.

create table fulfillments (
  id                 uuid primary key,
  transaction_id     uuid not null references transactions (id),
  store_id           uuid not null references stores (id),
  fulfillment_type   text not null check (fulfillment_type in ('in_store', 'pickup', 'ship', 'digital')),
  status             text not null default 'pending' check (status in ('pending', 'processing',
    'ready_for_pickup', 'picked_up', 'shipped', 'delivered', 'cancelled', 'expired')),
  scheduled_date     date,
  scheduled_at       timestamptz,
  notes              text not null default '' check (length(notes) <= 10000),
  create_account     boolean not null default false,
  customer_email     text,
  -- {firstName, lastName, company, address, apartment, city, region, postalCode, country, phone}
  shipping_address   jsonb,
  ready_notified_at  timestamptz,
  created_at         timestamptz not null default now(),
  updated_at         timestamptz not null default now()
);
create index fulfillments_of_transaction on fulfillments (transaction_id);
-- Lists go by id: version 7 ids are in the order of creation.
create index fulfillments_of_store on fulfillments (store_id, id desc);

create table shipments (
  id              uuid primary key,
  fulfillment_id  uuid not null references fulfillments (id) on delete cascade,
  carrier_name    text not null default '',
  tracking_number text not null default '',
  status          text not null default 'pending' check (status in ('pending', 'shipped', 'delivered', 'cancelled')),
  -- [{"sku": …, "quantity": …}]
  items           jsonb not null default '[]',
  created_at      timestamptz not null default now(),
  shipped_at      timestamptz,
  delivered_at    timestamptz
);
create index shipments_of_fulfillment on shipments (fulfillment_id);
-- What is still to be sent waits in one parcel at most.
create unique index one_open_shipment on shipments (fulfillment_id) where status = 'pending';
