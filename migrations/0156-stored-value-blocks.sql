-- A manager blocks a gift card or store credit, for instance one that was lost. The balance stays,
-- because it is still owed; unblocking makes it payable again. Cards that were blocked because their
-- sale was taken back have no reason here and stay blocked.
alter table value_accounts
  add column block_reason text check (length(block_reason) between 1 and 500),
  add column blocked_at timestamptz,
  add column blocked_by uuid references users (id) on delete set null,
  add constraint block_has_a_reason check (
    (block_reason is null) = (blocked_at is null)
    and (block_reason is null or (status = 'blocked' and kind <> 'points'))
    and (blocked_by is null or block_reason is not null));
