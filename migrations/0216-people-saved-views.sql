-- Filters and columns of a list at the desk, as the address of its page, under a name of the user.
create table saved_views (
  id         uuid primary key,
  user_id    uuid not null references users (id) on delete cascade,
  page       text not null,
  name       text not null,
  query      text not null default '',
  created_at timestamptz not null default now(),
  constraint saved_views_name unique (user_id, page, name)
);
