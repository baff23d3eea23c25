-- What customers who bought a product say about it. Without a customer: their data was erased.
create table product_reviews (
  id          uuid primary key,
  product_id  integer not null references products (id) on delete cascade,
  customer_id uuid references users (id) on delete set null,
  author      text not null default '' check (length(author) <= 120),
  rating      smallint not null check (rating between 1 and 5),
  body        text not null default '' check (length(body) <= 2000),
  status      text not null default 'pending'
              check (status in ('pending', 'published', 'refused')),
  decided_by  uuid references users (id) on delete set null,
  decided_at  timestamptz,
  created_at  timestamptz not null,
  updated_at  timestamptz not null,
  constraint product_reviews_one_each unique (product_id, customer_id)
);
create index product_reviews_shown on product_reviews (product_id, id) where status = 'published';
create index product_reviews_status on product_reviews (status, id);
create index product_reviews_customer on product_reviews (customer_id) where customer_id is not null;
