-- The second step of a login at the desk: codes of an authenticator app (RFC 6238). `sealed` is the
-- secret, encrypted. While `confirmed_at` is null, the person has not typed a first code and the
-- login asks for none. `last_step` is the time step of the last code used; older ones are refused.
create table totp_secrets (
  user_id         uuid primary key references users (id) on delete cascade,
  sealed          bytea not null,
  recovery_hashes bytea[] not null,
  last_step       integer,
  created_at      timestamptz not null,
  confirmed_at    timestamptz
);

-- `code`: wrong codes of one account.
alter table login_failures
  drop constraint login_failures_kind_check,
  add constraint login_failures_kind_check
    check (kind in ('pin_at_till', 'pin', 'till', 'password', 'code'));
