-- Where somebody has logged in at a till lately: a keyed digest of till and client address. Bad PINs
-- that strangers type for a till elsewhere do not lock it for these.
create table till_callers (
  caller    text primary key,
  forget_at timestamptz not null
);
create index till_callers_forget on till_callers (forget_at);

-- Keyed digest of the client address an order came from, so that one visitor cannot hold the shelf.
alter table checkout_sessions add column client_mark text;
create index checkout_sessions_client on checkout_sessions (client_mark)
  where client_mark is not null;
