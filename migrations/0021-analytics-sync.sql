-- How much went through the exchange and the receivers on a UTC day. The logs themselves are kept for
-- days only; these counts stay.
create table analytics_daily_sync (
  day    date not null,
  lane   text not null check (lane in ('inbound', 'outbound', 'webhook')),
  status text not null,
  events integer not null,
  primary key (day, lane, status)
);
