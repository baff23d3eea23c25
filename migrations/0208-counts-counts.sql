-- Stock counts: what is counted, by whom, and the stock on hand at that moment.

create sequence stock_count_numbers as bigint;

create table stock_counts (
  id           uuid primary key,
  number       text not null unique,
  store_id     uuid not null references stores (id),
  scope        text not null check (scope in ('store', 'category', 'zone')),
  -- The name of the category or zone when the count began.
  scope_name   text not null default '' check (length(scope_name) <= 255),
  is_blind     boolean not null default true,
  status       text not null default 'counting'
    check (status in ('counting', 'review', 'approved', 'cancelled')),
  -- A recount of differences is the next round.
  round        integer not null default 1 check (round > 0),
  notes        text not null default '' check (length(notes) <= 1000),
  reason       text not null default '' check (length(reason) <= 500),
  created_by   uuid references users (id) on delete set null,
  submitted_by uuid references users (id) on delete set null,
  approved_by  uuid references users (id) on delete set null,
  cancelled_by uuid references users (id) on delete set null,
  created_at   timestamptz not null default now(),
  submitted_at timestamptz,
  approved_at  timestamptz,
  cancelled_at timestamptz,
  updated_at   timestamptz not null default now()
);
-- Lists go by id: version 7 ids are in the order of creation.
create index stock_counts_of_store on stock_counts (store_id, id desc);

create table stock_count_lines (
  id         uuid primary key default gen_random_uuid(),
  count_id   uuid not null references stock_counts (id),
  store_id   uuid not null references stores (id),
  variant_id uuid not null references product_variants (id),
  -- Entries of earlier rounds do not count.
  round      integer not null default 1 check (round > 0),
  is_open    boolean not null default true,
  -- What the approval added to stock; null until then, and for lines that nobody counted.
  posted     integer,
  unique (count_id, variant_id)
);
-- Two open counts of the same goods would both correct the same difference.
create unique index one_open_count_per_variant on stock_count_lines (store_id, variant_id)
  where is_open;
create index stock_count_lines_variant on stock_count_lines (variant_id);

-- The quantity that one person found in one round; those of several people add up.
create table stock_count_entries (
  line_id       uuid not null references stock_count_lines (id),
  round         integer not null check (round > 0),
  counter_id    uuid not null references users (id),
  quantity      integer not null check (quantity >= 0),
  -- Stock on hand at the first and at the last entry of this person.
  first_on_hand integer not null,
  on_hand       integer not null,
  counted_at    timestamptz not null default clock_timestamp(),
  primary key (line_id, round, counter_id)
);
create index stock_count_entries_counter on stock_count_entries (counter_id);
