-- What a till told a customer. The basket has all that the prices were computed from, so that a sale
-- within fifteen minutes gets the same cents whatever has changed meanwhile.
create table till_quotes (
  id             uuid primary key,
  store_id       uuid not null references stores (id),
  customer_id    uuid references users (id) on delete set null,
  -- {"lines": […], "promotions": […], "taxes": […]}, see src/domains/pricing/totals.ts.
  basket         jsonb not null,
  total_amount   numeric(12, 2) not null check (total_amount >= 0),
  created_at     timestamptz not null,
  expires_at     timestamptz not null,
  -- The sale that used it; a quote counts once.
  transaction_id uuid,
  constraint quote_window check (expires_at > created_at)
);
create index till_quotes_by_expiry on till_quotes (expires_at);
