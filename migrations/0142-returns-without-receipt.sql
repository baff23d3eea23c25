-- Goods that come back without a receipt: no sale is known, so there are no payments to refund. They
-- are worth their lowest price of late, as a store credit, with the approval of a second person.
create table returns_without_receipt (
  id                  uuid primary key,
  return_number       text not null unique,
  store_id            uuid not null references stores (id),
  currency            text not null,
  return_reason       text not null check (length(return_reason) between 1 and 100),
  notes               text not null default '' check (length(notes) <= 10000),
  restock             boolean not null,
  refund_amount       numeric(12, 2) not null check (refund_amount > 0),
  value_account_id    uuid not null unique references value_accounts (id),
  approval_request_id uuid not null unique references approvals (id),
  terminal_id         text not null references terminals (id),
  requested_by        uuid references users (id) on delete set null,
  decided_by          uuid references users (id) on delete set null,
  created_at          timestamptz not null
);
create index returns_without_receipt_of_store on returns_without_receipt (store_id, id desc);

create table return_goods (
  return_id     uuid not null references returns_without_receipt (id),
  position      integer not null,
  variant_id    uuid not null references product_variants (id),
  sku           text not null,
  name          text not null,
  unit          text not null,
  quantity      integer not null check (quantity > 0),
  reason        text not null check (length(reason) between 1 and 100),
  refund_amount numeric(12, 2) not null check (refund_amount >= 0),
  primary key (return_id, position)
);

-- Their store credits name no return of a sale.
alter table value_accounts
  drop constraint account_of_its_kind,
  add constraint account_of_its_kind check (case kind
    when 'store_credit' then code is not null and code_hash is null
    when 'gift_card' then code_hash is not null and code_last_four is not null and code is null
    else code is null and code_hash is null end);
