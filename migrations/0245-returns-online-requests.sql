-- A return that the customer asked for in the shop. `decision_note` is what staff tell the customer
-- with the decision; `mailed_status` is the last status that the customer got a mail about.
alter table returns
  add column requested_online boolean not null default false,
  add column decision_note text not null default '',
  add column mailed_status text;
