-- Which products the tills of a store offer first: favourites and pages of tiles.
create table till_tiles (
  store_id   uuid primary key references stores (id) on delete cascade,
  -- Ids of products, in the order of the tiles. A deleted product is left out at the till.
  favourites integer[] not null default '{}',
  -- [{"name": "Breakfast", "product_ids": [12, 7]}]
  pages      jsonb not null default '[]',
  updated_at timestamptz not null default now()
);
