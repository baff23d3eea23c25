-- Cash that is put into a drawer or taken out of it at once without an approval.
alter table stores add column cash_movement_limit numeric not null default 500.00
  constraint stores_cash_movement_limit check (cash_movement_limit >= 0 and cash_movement_limit <> 'NaN');
