-- The pulse is in the bytes of a paper, so no other pulse follows the opening.
alter table drawer_operations add column by_paper boolean not null default false;
