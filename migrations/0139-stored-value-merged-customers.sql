-- Two records of one customer are merged: the entries of one account of points move to the other,
-- and refunds of older payments follow `merged_into`. Everything else about an entry stays.
alter table value_accounts add column merged_into uuid references value_accounts (id);

drop trigger append_only on value_entries;
create trigger append_only before delete on value_entries
  for each row execute function refuse_change_of_ledger();
create trigger append_only_but_account before update on value_entries for each row
  when (to_jsonb(new) - 'account_id' is distinct from to_jsonb(old) - 'account_id')
  execute function refuse_change_of_ledger();
