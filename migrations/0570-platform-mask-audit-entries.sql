-- Texts that people typed do not stay in the log. Entries of earlier releases are masked by the
-- service, which has the key: the hash in the chain stays, and the seal says that the service took
-- the text away.
alter table audit_entries add column mask_seal text;
alter table audit_chain add column masked_seq bigint not null default 0;

create index audit_entries_masked on audit_entries (seq) where mask_seal is not null;

-- Whether the values differ only where a text, a secret or personal data has a placeholder now.
create function only_masks(old jsonb, new jsonb) returns boolean language plpgsql immutable as $$
begin
  if old = new then
    return true;
  end if;
  if jsonb_typeof(new) = 'string' then
    return new #>> '{}' ~ '^\[(secret|personal|text [0-9a-f]{32})\]$';
  end if;
  if jsonb_typeof(old) <> jsonb_typeof(new) then
    return false;
  end if;
  if jsonb_typeof(new) = 'object' then
    return (select count(*) from jsonb_object_keys(old)) = (select count(*) from jsonb_object_keys(new))
      and not exists (
        select from jsonb_each(new) as field
        where not (old ? field.key) or not only_masks(old -> field.key, field.value));
  end if;
  if jsonb_typeof(new) = 'array' then
    return jsonb_array_length(old) = jsonb_array_length(new) and not exists (
      select from jsonb_array_elements(new) with ordinality as item (value, place)
      where not only_masks(old -> (place::int - 1), item.value));
  end if;
  return false;
end $$;

create or replace function protect_audit_entries() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and old.seq is null and new.seq is not null
    and to_jsonb(new) - '{seq,previous_hash,hash}'::text[]
      = to_jsonb(old) - '{seq,previous_hash,hash}'::text[] then
    return new;
  end if;
  if tg_op = 'UPDATE' and old.seq is not null and new.mask_seal is not null
    and to_jsonb(new) - '{changes,mask_seal}'::text[] = to_jsonb(old) - '{changes,mask_seal}'::text[]
    and only_masks(old.changes, new.changes) then
    return new;
  end if;
  if tg_op = 'DELETE' and old.seq < (select first_seq from audit_chain) then
    return old;
  end if;
  raise exception 'entries of the audit log cannot be changed or removed'
    using errcode = 'restrict_violation';
end $$;
