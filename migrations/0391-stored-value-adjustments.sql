-- Staff give a gift card or store credit, and correct a balance, with a reason. The entry stays as it
-- is; its reason may name a person and can be erased.
create table value_adjustments (
  entry_id            uuid primary key references value_entries (id),
  reason              text not null check (length(reason) between 1 and 500),
  made_by             uuid references users (id) on delete set null,
  -- The second person, where the store asks for one.
  approval_request_id uuid unique references approvals (id),
  approved_by         uuid references users (id) on delete set null
);
create index value_adjustments_made_by on value_adjustments (made_by);
create index value_adjustments_approved_by on value_adjustments (approved_by) where approved_by is not null;

-- The checks only grow wider, so the rows that exist fit them.
alter table value_entries
  drop constraint value_entries_kind_check,
  add constraint value_entries_kind_check check (kind in ('opening', 'issued', 'topped_up', 'spent',
    'refunded', 'blocked', 'expired', 'earned', 'taken_back', 'held', 'released', 'corrected')) not valid,
  drop constraint amount_fits_its_kind,
  add constraint amount_fits_its_kind check (case
    -- A card that was spent before it was blocked loses 0.
    when kind = 'blocked' then amount <= 0
    when kind in ('spent', 'expired', 'taken_back', 'held') then amount < 0
    when kind in ('opening', 'earned') then amount >= 0
    when kind = 'corrected' then amount <> 0
    else amount > 0 end) not valid;
