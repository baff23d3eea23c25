-- Nodes keep prices, promotions, rates, methods and settings in memory. A statement that writes a
-- sale or a cart compares this version with the one its values were read under.
create table reference_version (
  is_only boolean primary key default true check (is_only),
  version bigint not null default 1
) with (fillfactor = 10);
insert into reference_version default values;

-- Runs at commit, so that two changes of different records never wait for each other before it.
-- A transaction that changes many records raises the version once.
create function raise_reference_version() returns trigger language plpgsql as $$
begin
  if current_setting('tillhouse.raised_version', true) is distinct from pg_current_xact_id()::text then
    update reference_version set version = version + 1;
    perform set_config('tillhouse.raised_version', pg_current_xact_id()::text, true);
  end if;
  return null;
end $$;

create constraint trigger raises_reference_version after insert or update or delete on stores
  deferrable initially deferred for each row execute function raise_reference_version();
create constraint trigger raises_reference_version after insert or update or delete on sites
  deferrable initially deferred for each row execute function raise_reference_version();
create constraint trigger raises_reference_version after insert or update or delete on tax_jurisdictions
  deferrable initially deferred for each row execute function raise_reference_version();
create constraint trigger raises_reference_version after insert or update or delete on store_tax_jurisdictions
  deferrable initially deferred for each row execute function raise_reference_version();
create constraint trigger raises_reference_version after insert or update or delete on products
  deferrable initially deferred for each row execute function raise_reference_version();
create constraint trigger raises_reference_version after insert or update or delete on product_variants
  deferrable initially deferred for each row execute function raise_reference_version();
create constraint trigger raises_reference_version after insert or update or delete on categories
  deferrable initially deferred for each row execute function raise_reference_version();
create constraint trigger raises_reference_version after insert or update or delete on brands
  deferrable initially deferred for each row execute function raise_reference_version();
create constraint trigger raises_reference_version after insert or update or delete on product_types
  deferrable initially deferred for each row execute function raise_reference_version();
create constraint trigger raises_reference_version after insert or update or delete on collections
  deferrable initially deferred for each row execute function raise_reference_version();
create constraint trigger raises_reference_version after insert or update or delete on product_collections
  deferrable initially deferred for each row execute function raise_reference_version();
create constraint trigger raises_reference_version after insert or update or delete on payment_methods
  deferrable initially deferred for each row execute function raise_reference_version();
create constraint trigger raises_reference_version after insert or update or delete on promotions
  deferrable initially deferred for each row execute function raise_reference_version();
create constraint trigger raises_reference_version after insert or update or delete on ab_tests
  deferrable initially deferred for each row execute function raise_reference_version();
create constraint trigger raises_reference_version after insert or update or delete on purchase_limits
  deferrable initially deferred for each row execute function raise_reference_version();

-- Sales count in these rows. A count is no change of the record, and memory never holds it.
create constraint trigger raises_reference_version after insert or delete on promo_codes
  deferrable initially deferred for each row execute function raise_reference_version();
create constraint trigger changed_raises_reference_version after update on promo_codes
  deferrable initially deferred for each row
  when (to_jsonb(old) - '{used_count,updated_at}'::text[]
    is distinct from to_jsonb(new) - '{used_count,updated_at}'::text[])
  execute function raise_reference_version();
create constraint trigger raises_reference_version after insert or delete on campaigns
  deferrable initially deferred for each row execute function raise_reference_version();
create constraint trigger changed_raises_reference_version after update on campaigns
  deferrable initially deferred for each row
  when (to_jsonb(old) - '{spent,updated_at}'::text[]
    is distinct from to_jsonb(new) - '{spent,updated_at}'::text[])
  execute function raise_reference_version();
create constraint trigger raises_reference_version after insert or delete on terminals
  deferrable initially deferred for each row execute function raise_reference_version();
create constraint trigger changed_raises_reference_version after update on terminals
  deferrable initially deferred for each row
  when (to_jsonb(old) - 'last_seen_at' is distinct from to_jsonb(new) - 'last_seen_at')
  execute function raise_reference_version();
