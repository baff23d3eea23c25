-- Where order events go, and where a program keeps the product feed of its store (Agentic Commerce
-- Protocol). Secret and token are sealed.
alter table agents
  add column webhook_url text check (length(webhook_url) <= 500),
  add column webhook_secret bytea,
  add column feed_url text check (length(feed_url) <= 500),
  add column feed_id text check (length(feed_id) <= 200),
  add column feed_token bytea,
  add column feed_pushed_at timestamptz,
  add column feed_error text;

-- What the program has of each product, so that only changes are sent.
create table agent_feed_products (
  agent_id uuid not null references agents on delete cascade,
  product_id integer not null,
  digest bytea not null,
  title text not null,
  skus text[] not null,
  primary key (agent_id, product_id)
);
