-- Mails to customers that are sent once for each cause, such as a refund.
create table sent_notices (
  kind    text not null,
  about   uuid not null,
  sent_at timestamptz not null,
  primary key (kind, about)
);
create index sent_notices_age on sent_notices (sent_at);
