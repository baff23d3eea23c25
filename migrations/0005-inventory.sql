-- Stock: an append-only ledger of movements, and a level per store and variant that always equals
-- the sum of its movements. Holds are promises to customers who are paying right now.

create table inventory_levels (
  id            uuid primary key,
  store_id      uuid not null references stores (id),
  variant_id    uuid not null references product_variants (id),
  -- May fall below zero only by a counter sale: the goods are already in the customer's hands.
  on_hand       integer not null default 0,
  reserved      integer not null default 0 constraint reserved_not_negative check (reserved >= 0),
  reorder_point integer not null default 0 check (reorder_point >= 0),
  is_active     boolean not null default true,
  -- Indexed in place of on_hand: it changes only when the line is crossed, so that an ordinary sale
  -- updates its level without touching any index.
  is_low        boolean not null generated always as
    (is_active and reorder_point > 0 and on_hand <= reorder_point) stored,
  sanity_id     text unique check (length(sanity_id) <= 255),
  sanity_rev    text,
  synced_at     timestamptz,
  created_at    timestamptz not null default now(),
  updated_at    timestamptz not null default now(),
  constraint one_level_per_variant unique (store_id, variant_id)
) with (fillfactor = 70);
create index inventory_levels_variant on inventory_levels (variant_id);
create index inventory_levels_low on inventory_levels (store_id) where is_low;

-- The last line of defence against overselling, whatever path the write takes.
create function refuse_reservation() returns trigger language plpgsql as $$
begin
  raise exception 'cannot reserve % with % on hand', new.reserved, new.on_hand
    using errcode = 'check_violation', constraint = 'reservation_within_stock';
end
$$;
create trigger reservation_within_stock before update on inventory_levels
  for each row when (new.reserved > old.reserved and new.reserved > new.on_hand)
  execute function refuse_reservation();
create trigger reservation_within_stock_insert before insert on inventory_levels
  for each row when (new.reserved > 0 and new.reserved > new.on_hand)
  execute function refuse_reservation();

-- A v7 id by the clock of this server, with microseconds. Made while the level is locked, so the
-- movements of a level sort in the order they happened, whichever node asked for them.
create function movement_id() returns uuid language plpgsql volatile parallel safe as $$
declare
  micros bigint := (extract(epoch from clock_timestamp()) * 1000000)::bigint;
begin
  return (lpad(to_hex(micros / 1000), 12, '0') || '7' || lpad(to_hex(micros % 1000 * 4096 / 1000), 3, '0')
    || substr(gen_random_uuid()::text, 20))::uuid;
end
$$;

create table stock_movements (
  id          uuid not null,
  store_id    uuid not null,
  variant_id  uuid not null,
  kind        text not null check (kind in
    ('initial', 'receipt', 'adjustment', 'count', 'transfer_in', 'transfer_out', 'sale', 'return', 'void')),
  -- What it adds to on_hand; negative takes away.
  quantity    integer not null check (quantity <> 0),
  on_hand     integer not null,
  reason      text not null default '',
  reference   text,
  actor_id    uuid,
  occurred_at timestamptz not null default clock_timestamp(),
  primary key (id)
) partition by range (id);
create index stock_movements_of_level on stock_movements (store_id, variant_id, id desc);
create table stock_movements_other partition of stock_movements default;
select ensure_months('stock_movements', (now() - interval '1 month')::date, (now() + interval '3 months')::date);

create function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception 'rows of % are never changed or deleted', tg_table_name;
end
$$;
create trigger append_only before update or delete on stock_movements
  for each row execute function refuse_change();

-- What was posted already, such as `sale:<id>`: the row is why a sale moves stock once, however often
-- its job runs.
create table stock_postings (
  key       text collate "C" primary key check (length(key) between 1 and 300),
  posted_at timestamptz not null default now()
);

-- One promise: all its lines are held, sold or let go together.
create table reservations (
  id         uuid primary key,
  store_id   uuid not null references stores (id),
  -- What it is for, such as a checkout; one purpose has one reservation.
  purpose    text not null unique,
  status     text not null default 'held' check (status in ('held', 'committed', 'released')),
  expires_at timestamptz,
  created_at timestamptz not null default now(),
  closed_at  timestamptz
);
create index reservations_open on reservations (expires_at) where status = 'held';
create index reservations_closed on reservations (closed_at) where status <> 'held';

create table reservation_lines (
  reservation_id uuid not null references reservations (id) on delete cascade,
  variant_id     uuid not null references product_variants (id),
  quantity       integer not null check (quantity > 0),
  primary key (reservation_id, variant_id)
);
create index reservation_lines_variant on reservation_lines (variant_id);
