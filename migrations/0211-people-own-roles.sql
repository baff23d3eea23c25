-- A role that an owner makes: some of the permissions of a built-in role, which stays its level. The
-- level decides about ranks and about managers of every store, so it never changes.
create table own_roles (
  id          uuid primary key,
  name        text not null check (length(name) between 1 and 100),
  base_role   text not null check (base_role in ('cashier', 'supervisor', 'manager')),
  permissions text[] not null,
  created_at  timestamptz not null default now(),
  updated_at  timestamptz not null default now(),
  constraint own_roles_level unique (id, base_role)
);
create unique index own_roles_name on own_roles (lower(name));

alter table users add column own_role_id uuid;
-- With the role, so that nobody has an own role of another level.
alter table users add constraint users_own_role_fkey
  foreign key (own_role_id, role) references own_roles (id, base_role) not valid;
create index users_own_role on users (own_role_id) where own_role_id is not null;
