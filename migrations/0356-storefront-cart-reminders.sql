-- Guests who want one mail about a cart that they leave. The mail deletes the row, and so does all that
-- stops it: the order, an empty cart, the withdrawn consent.
create table cart_reminders (
  cart_id    uuid primary key references carts (id) on delete cascade,
  email      text not null check (length(email) between 3 and 254),
  language   text not null,
  created_at timestamptz not null
);
create index cart_reminders_email on cart_reminders (lower(email));
