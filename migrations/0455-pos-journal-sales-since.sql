-- Earlier releases did not enter every sale into the journal of its till, and a till enters the sales of
-- the last 28 days only. Sales of these tills before this moment may be without an entry for ever.
alter table till_journal_heads add column sales_since timestamptz;
update till_journal_heads set sales_since = now();
