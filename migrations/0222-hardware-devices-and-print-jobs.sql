-- Printers, drawers, displays, scales and card readers of a till.
create table terminal_devices (
  id           uuid primary key,
  -- A till that moves to another store leaves its devices behind.
  store_id     uuid not null references stores (id),
  terminal_id  text not null references terminals (id),
  kind         text not null
    check (kind in ('printer', 'drawer', 'customer_display', 'scale', 'card_reader')),
  name         text not null check (name <> ''),
  connection   text not null
    check (connection in ('network', 'webusb', 'webserial', 'dialog', 'printer', 'browser', 'processor')),
  address      text,
  port         integer check (port between 1 and 65535),
  paper_width  text not null default '80' check (paper_width in ('58', '80')),
  -- Receipts, or tickets with the goods of some categories.
  purpose      text not null default 'receipt' check (purpose in ('receipt', 'ticket')),
  category_ids uuid[] not null default '{}',
  is_active    boolean not null default true,
  state        text not null default 'unknown',
  state_at     timestamptz,
  created_at   timestamptz not null default now(),
  updated_at   timestamptz not null default now(),
  constraint network_devices_have_an_address
    check ((connection = 'network') = (address is not null and port is not null))
);
create index terminal_devices_of_terminal on terminal_devices (terminal_id, id);
create index ticket_printers_of_store on terminal_devices (store_id)
  where purpose = 'ticket' and is_active;

-- Papers that the service sends to printers. The content is made when it is printed, so that no
-- customer's data is kept here.
create table print_jobs (
  id             uuid primary key,
  store_id       uuid not null references stores (id),
  device_id      uuid not null references terminal_devices (id) on delete cascade,
  kind           text not null check (kind in ('receipt', 'gift', 'refund', 'ticket', 'test')),
  transaction_id uuid,
  refund_id      text,
  opens_drawer   boolean not null default false,
  requested_by   uuid references users (id),
  created_at     timestamptz not null default now(),
  due_at         timestamptz default now(),
  lease_until    timestamptz,
  attempts       integer not null default 0,
  error          text,
  parked_at      timestamptz,
  printed_at     timestamptz,
  constraint sales_have_papers check ((kind = 'test') = (transaction_id is null)),
  constraint refunds_have_slips check ((kind = 'refund') = (refund_id is not null))
);
create index print_jobs_due on print_jobs (due_at) where due_at is not null;
create index print_jobs_of_device on print_jobs (device_id, id desc);
create index print_jobs_parked on print_jobs (parked_at) where parked_at is not null;
create index print_jobs_age on print_jobs (created_at);
-- The event of a sale may arrive twice; its ticket is printed once.
create unique index one_ticket_per_sale on print_jobs (device_id, transaction_id) where kind = 'ticket';
