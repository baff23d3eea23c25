-- The highest total of one order of a program, in the currency of its store; null: as in the web shop.
alter table agents add column order_limit numeric check (order_limit > 0);
