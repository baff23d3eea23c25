-- The tokens of customer displays that run in a browser. Removing the device ends its access.
create table customer_displays (
  device_id  uuid primary key references terminal_devices (id) on delete cascade,
  token_hash bytea not null unique
);
