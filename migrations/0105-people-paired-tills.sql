-- A till can be paired with devices. A store that requires it takes PINs only from paired devices.
alter table stores add column require_paired_tills boolean not null default false;

-- A code that a manager makes at the desk, for one device, once. Kept as a keyed hash.
create table pairing_codes (
  code_hash    bytea primary key,
  terminal_id  text not null references terminals (id) on delete cascade,
  created_by   uuid references users (id) on delete set null,
  expires_at   timestamptz not null,
  -- Set by the device that used the code. It sends the same attempt again if the answer was lost.
  device_id    uuid,
  attempt_hash bytea,
  check ((device_id is null) = (attempt_hash is null))
);
create index pairing_codes_terminal on pairing_codes (terminal_id);
create index pairing_codes_expires on pairing_codes (expires_at);

-- The token is in a cookie of the device; the database has only its hash.
create table paired_devices (
  id           uuid primary key,
  terminal_id  text not null references terminals (id) on delete cascade,
  token_hash   bytea not null unique,
  user_agent   text not null,
  paired_by    uuid references users (id) on delete set null,
  paired_at    timestamptz not null,
  last_seen_at timestamptz not null
);
create index paired_devices_terminal on paired_devices (terminal_id);

-- Unpairing a device ends its logins. The address is shown to the person whose login it is; a guest
-- has none.
alter table sessions
  add column paired_device_id uuid,
  add column address          text;
create index sessions_paired_device on sessions (paired_device_id) where paired_device_id is not null;
