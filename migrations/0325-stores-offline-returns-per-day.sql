-- The most that a till without a connection pays back on one day; null: five times the limit of a sale.
alter table stores add column offline_return_day_limit numeric
  constraint stores_offline_return_day_limit check (offline_return_day_limit > 0);
