-- What a store keeps of the payments if a layaway is cancelled, and how long goods are kept unless
-- the layaway says otherwise.
alter table stores
  add column layaway_fee numeric(12, 2) not null default 0
    constraint layaway_fee_not_negative check (layaway_fee >= 0),
  add column layaway_days integer not null default 30
    constraint layaway_days_in_range check (layaway_days between 1 and 366);
