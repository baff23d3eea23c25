-- A till without a store is a released id: what was done there stays, the next login takes it over.
alter table terminals alter column store_id drop not null;
