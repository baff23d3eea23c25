-- Whose work an entry is. sent_by is the login that sent it; both have a limit for cash paid back.
alter table till_journal add column made_by uuid;
alter table till_journal add constraint till_journal_made_by_fkey
  foreign key (made_by) references users (id) not valid;
