-- A guest has no user, so a guest's visit needs no entry in the index of logins.
drop index sessions_user;
create index sessions_user on sessions (user_id) where user_id is not null;
-- Stale guests are found by their ids, which are in order of creation.
drop index sessions_last_seen;
