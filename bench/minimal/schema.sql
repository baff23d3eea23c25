-- The smallest shop that is still right: keys, checks, reservations, numbers, an outbox. Its cost is
-- the yardstick of `npm run bench`. It has no prices per list, taxes, promotions, rights or mails.
create table stores (
  id int primary key,
  name text not null,
  currency text not null check (length(currency) = 3)
);

create table products (
  id int primary key,
  sku text not null unique,
  name text not null,
  price int not null check (price >= 0),
  is_active boolean not null default true
);

create table stock (
  store_id int not null references stores,
  product_id int not null references products,
  on_hand int not null,
  reserved int not null default 0,
  primary key (store_id, product_id),
  check (reserved >= 0 and on_hand >= reserved)
);

create table carts (
  id uuid primary key default uuidv7(),
  store_id int not null references stores,
  token bytea not null unique,
  email text not null check (email like '%@%'),
  status text not null default 'active' check (status in ('active', 'checkout', 'ordered')),
  created_at timestamptz not null default now()
);

create table cart_lines (
  cart_id uuid not null references carts,
  product_id int not null references products,
  quantity int not null check (quantity between 1 and 999),
  primary key (cart_id, product_id)
);

create table reservations (
  cart_id uuid not null references carts,
  store_id int not null,
  product_id int not null,
  quantity int not null check (quantity > 0),
  expires_at timestamptz not null,
  primary key (cart_id, product_id),
  foreign key (store_id, product_id) references stock
);
create index reservations_expiry on reservations (expires_at);

create sequence order_numbers;

create table orders (
  id uuid primary key default uuidv7(),
  number text not null unique,
  store_id int not null references stores,
  cart_id uuid unique references carts,
  channel text not null check (channel in ('web', 'till')),
  status text not null check (status in ('open', 'paid', 'failed')),
  total int not null check (total >= 0),
  address jsonb,
  created_at timestamptz not null default now()
);
create index orders_newest on orders (store_id, id desc);

create table order_lines (
  order_id uuid not null references orders,
  position int not null,
  product_id int not null references products,
  quantity int not null check (quantity > 0),
  price int not null check (price >= 0),
  primary key (order_id, position)
);

create table payments (
  id uuid primary key default uuidv7(),
  order_id uuid not null references orders,
  method text not null check (method in ('card', 'cash')),
  amount int not null check (amount >= 0),
  status text not null check (status in ('started', 'succeeded', 'failed')),
  reference text unique,
  created_at timestamptz not null default now()
);
create index payments_order on payments (order_id);

create table outbox (
  position bigint generated always as identity primary key,
  event text not null,
  order_id uuid not null,
  body jsonb not null
);

create table events (
  position bigint primary key,
  event text not null,
  order_id uuid not null,
  body jsonb not null
);

-- The work behind a sale: events move from the outbox to the log. Returns how many were moved.
create function move_events(at_most int) returns bigint language sql as $$
  with taken as (
    delete from outbox
    where position in (select position from outbox order by position limit at_most)
    returning *
  ), kept as (
    insert into events select * from taken returning 1
  )
  select count(*) from kept
$$;

insert into stores values (1, 'Downtown', 'USD');
insert into products select n, 'SKU-' || n, 'Product ' || n, 100 * n from generate_series(1, 8) as n;
insert into stock select 1, id, 100000000 from products;
