-- Who changed what. Entries are written in the transaction of the change, without a number: a
-- counter would make every writer wait for the one before. A job numbers and chains them afterwards.
create table audit_entries (
  id uuid primary key,
  at timestamptz not null,
  actor_id uuid,
  actor_kind text not null check (actor_kind in ('staff', 'customer', 'unknown')),
  action text not null,
  record_type text not null,
  record_key text,
  store_id uuid,
  terminal_id text,
  address text,
  user_agent text,
  request_id text,
  changes jsonb not null default '{}',
  seq bigint unique,
  previous_hash text,
  hash text,
  check ((seq is null) = (hash is null) and (hash is null) = (previous_hash is null))
);

create index audit_entries_record on audit_entries (record_key, id) where record_key is not null;
create index audit_entries_actor on audit_entries (actor_id, id) where actor_id is not null;
create index audit_entries_store on audit_entries (store_id, id) where store_id is not null;
create index audit_entries_unchained on audit_entries (id) where seq is null;

-- Where the chain begins after old entries were removed, and where it ends. The seal is an HMAC
-- over the four values, so that rewriting the whole chain needs the secret of the installation.
create table audit_chain (
  is_only boolean primary key default true check (is_only),
  first_seq bigint not null,
  first_hash text not null,
  last_seq bigint not null,
  last_hash text not null,
  seal text not null
);

-- An entry is chained once and then stays as it is until the chain begins after it.
create function protect_audit_entries() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and old.seq is null and new.seq is not null
    and to_jsonb(new) - '{seq,previous_hash,hash}'::text[]
      = to_jsonb(old) - '{seq,previous_hash,hash}'::text[] then
    return new;
  end if;
  if tg_op = 'DELETE' and old.seq < (select first_seq from audit_chain) then
    return old;
  end if;
  raise exception 'entries of the audit log cannot be changed or removed'
    using errcode = 'restrict_violation';
end $$;

create trigger protects_audit_entries before update or delete on audit_entries
  for each row execute function protect_audit_entries();
create trigger protects_all_audit_entries before truncate on audit_entries
  for each statement execute function protect_audit_entries();
