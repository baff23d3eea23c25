-- The gift card that a line tops up. A line that sells a new card has none.
alter table transaction_lines add column value_account_id uuid;
