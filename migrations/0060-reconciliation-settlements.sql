-- Settlement files of processors, matched line by line with payments and refunds.

create table settlements (
  id             uuid primary key,
  processor_type text not null check (processor_type ~ '^[a-z][a-z0-9_]{0,49}$'),
  file_name      text not null default '' check (length(file_name) <= 255),
  -- SHA-256 of the file: the same file is stored once.
  file_hash      bytea not null check (length(file_hash) = 32),
  line_count     integer not null check (line_count > 0),
  -- Lines that are neither a charge nor a refund, such as the payout itself.
  ignored_count  integer not null default 0 check (ignored_count >= 0),
  period_from    timestamptz not null,
  period_to      timestamptz not null,
  created_by     uuid references users (id) on delete set null,
  created_at     timestamptz not null,
  unique (processor_type, file_hash),
  check (period_from <= period_to)
);

create table settlement_lines (
  settlement_id            uuid not null references settlements (id),
  -- As in a spreadsheet: the heading is line 1.
  line                     integer not null check (line > 1),
  occurred_at              timestamptz not null,
  type                     text not null check (type in ('charge', 'refund')),
  processor_transaction_id text not null,
  -- A refund's own id, if the file has one beside the id of its charge.
  processor_refund_id      text,
  gross                    numeric(12, 2) not null check (gross >= 0 and gross <> 'NaN'),
  fee                      numeric(12, 2) not null check (fee <> 'NaN'),
  -- Negative for a refund.
  net                      numeric(12, 2) not null check (net <> 'NaN'),
  currency                 text not null check (currency ~ '^[A-Z]{3}$'),
  payout_id                text,
  result                   text not null default 'other_store' check (result in
    ('matched', 'unknown', 'amount_differs', 'currency_differs', 'duplicate', 'other_store')),
  store_id                 uuid references stores (id),
  payment_id               uuid references payments (id),
  refund_id                uuid references refunds (id),
  primary key (settlement_id, line)
);
create index settlement_lines_of_payment on settlement_lines (payment_id) where payment_id is not null;
create index settlement_lines_of_refund on settlement_lines (refund_id) where refund_id is not null;

alter table payments add column settlement_id uuid;
alter table payments add constraint payments_settlement_id_fkey
  foreign key (settlement_id) references settlements (id) not valid;
