-- The most that a till without a connection pays back in cash for one return; null: no returns.
alter table stores add column offline_return_limit numeric
  constraint stores_offline_return_limit check (offline_return_limit > 0);
