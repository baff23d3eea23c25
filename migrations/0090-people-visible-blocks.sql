-- Whom a count of failed attempts is about, so that people at the desk see and lift a block.
-- Counts from before the upgrade name nobody and are forgotten within twenty minutes.
alter table login_failures
  add column id          uuid not null default gen_random_uuid() unique,
  add column kind        text check (kind in ('pin_at_till', 'pin', 'till', 'password')),
  add column user_id     uuid,
  add column terminal_id text;
create index login_failures_blocked on login_failures (blocked_until) where blocked_until is not null;
