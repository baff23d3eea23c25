-- no transaction: tills write to both tables.
alter table value_entries validate constraint value_entries_kind_check;
alter table value_entries validate constraint amount_fits_its_kind;
create index concurrently value_accounts_by_end on value_accounts (right(coalesce(code_last_four, code), 4));
create index concurrently value_entries_of_sold_card on value_entries (transaction_number)
  where kind in ('issued', 'topped_up') and transaction_number is not null;
