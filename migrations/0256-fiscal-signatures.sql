-- Which stores sign what their tills record, and with what. A store without a row signs nothing.
create table fiscal_settings (
  store_id   uuid primary key references stores (id),
  signer     text not null check (signer in ('off', 'software')),
  changed_at timestamptz not null
);

-- The software signer of a till. Its row lock orders the signatures of the till.
create table fiscal_signers (
  terminal_id  text primary key references terminals (id),
  store_id     uuid not null references stores (id),
  -- SHA-256 of the public key, in hex.
  serial       text not null unique,
  public_key   bytea not null,
  -- Sealed with the secret of the installation.
  private_key  bytea not null,
  transactions bigint not null default 0,
  signatures   bigint not null default 0,
  created_at   timestamptz not null
);

-- One row for each entry of a till's journal, and for each sale that the service completed for a till
-- without an entry.
create table fiscal_signatures (
  id             uuid primary key,
  store_id       uuid not null references stores (id),
  terminal_id    text not null references terminals (id),
  entry_id       uuid,
  transaction_id uuid,
  kind           text not null,
  -- Of the signer: its transaction, and its signature.
  number         bigint not null,
  counter        bigint not null,
  started_at     timestamptz not null,
  finished_at    timestamptz not null,
  process_type   text not null,
  process_data   text not null,
  serial         text not null,
  algorithm      text not null,
  signature      text not null,
  constraint fiscal_signatures_of_something check (num_nonnulls(entry_id, transaction_id) > 0),
  constraint fiscal_signature_numbers unique (serial, number),
  constraint fiscal_signature_counters unique (serial, counter)
);
create unique index fiscal_signatures_of_entry on fiscal_signatures (entry_id) where entry_id is not null;
create index fiscal_signatures_of_sale on fiscal_signatures (transaction_id)
  where transaction_id is not null;
create index fiscal_signatures_of_till on fiscal_signatures (terminal_id, started_at);
