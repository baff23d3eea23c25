-- A sale that is paid in instalments while its goods are reserved. The sale has lines, payments and
-- `expires_at`; see docs/decisions/0022-layaways-are-sales.md.
create table layaways (
  transaction_id uuid primary key,
  store_id       uuid not null references stores (id),
  -- What the store kept when it was cancelled.
  fee            numeric(12, 2) not null default 0 check (fee >= 0),
  reminded_at    timestamptz,
  -- The goods went back on sale; the money waits for a decision of a manager.
  expired_at     timestamptz,
  created_at     timestamptz not null
);
create index layaways_of_store on layaways (store_id, transaction_id desc);
