-- What a login said about its device, for the list of one's own logins.
alter table sessions add column user_agent text not null default '';

-- The devices from which a person has logged in; a login from another one is mailed.
-- A mark is a keyed hash of the browser's device cookie, or of its name and network.
create table known_devices (
  user_id      uuid not null references users (id) on delete cascade,
  mark         text not null,
  last_seen_at timestamptz not null,
  primary key (user_id, mark)
);
create index known_devices_last_seen on known_devices (last_seen_at);
