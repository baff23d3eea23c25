-- The language of a store's receipts and mails.
alter table stores
  add column language text not null default 'en'
    constraint known_store_language check (language in ('en', 'de'));
