-- Who collects the goods of a sale, and a note for the customer; both are printed on the receipt.
-- `notes` are those of the staff and never printed.
alter table transactions
  add column pickup_name text not null default '',
  add column note text not null default '';
