-- Without an active admin nobody can make another one. The lock makes changes to admins wait for
-- each other, so that two last admins cannot switch each other off at the same time.
create function keep_one_admin() returns trigger language plpgsql as $$
begin
  perform pg_advisory_xact_lock(hashtextextended('tillhouse.admins', 0));
  if not exists (select from users where role = 'admin' and is_active) then
    raise exception 'the last active admin must stay'
      using errcode = 'check_violation', constraint = 'one_active_admin';
  end if;
  return null;
end $$;

create trigger users_keep_one_admin_on_change after update of role, is_active on users
  for each row when (old.role = 'admin' and old.is_active
    and not (new.role = 'admin' and new.is_active))
  execute function keep_one_admin();

create trigger users_keep_one_admin_on_delete after delete on users
  for each row when (old.role = 'admin' and old.is_active)
  execute function keep_one_admin();

create index users_active_admins on users (id) where role = 'admin' and is_active;
