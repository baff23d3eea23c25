-- Mails of a registration have the texts of the store whose page asked for it, and the store becomes
-- the customer's.
alter table registrations add column store_id uuid references stores (id) on delete set null;
create index registrations_store on registrations (store_id) where store_id is not null;
