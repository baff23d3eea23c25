-- Every change is taken in hand once before it is done with. With room on its page that is a write to
-- the row alone; on a full page it would be one to each index as well.
alter table content_changes set (fillfactor = 50);
