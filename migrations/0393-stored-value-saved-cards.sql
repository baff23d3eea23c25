-- A customer keeps a gift card or store credit in the account by its code, for instance one that was
-- a present. The code is not stored, and the card stays with whoever has it.
create table saved_gift_cards (
  customer_id uuid not null references users (id) on delete cascade,
  account_id  uuid not null references value_accounts (id) on delete cascade,
  saved_at    timestamptz not null,
  primary key (customer_id, account_id)
);
create index saved_gift_cards_of_account on saved_gift_cards (account_id);
