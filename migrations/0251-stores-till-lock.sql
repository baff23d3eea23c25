-- After so many minutes without a touch, a till asks for the PIN again; null: never.
alter table stores add column till_lock_minutes integer
  constraint stores_till_lock_minutes check (till_lock_minutes between 1 and 240);
