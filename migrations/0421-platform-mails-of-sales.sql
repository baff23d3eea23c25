-- The sale and the store that a mail is about, so that staff find it; null for mails about accounts.
-- They are ids without foreign keys, because a guest checkout writes one in its last statement.
-- `refused_at`: the mail server rejected the mail for good. Such mails counted as sent before.
alter table mails
  add column store_id       uuid,
  add column transaction_id uuid,
  add column refused_at     timestamptz;
