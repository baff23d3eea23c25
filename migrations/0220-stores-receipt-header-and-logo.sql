-- Lines that a store prints below its address, and its logo.
alter table stores
  add column receipt_header text not null default '',
  add column receipt_logo_id uuid references media (id);
