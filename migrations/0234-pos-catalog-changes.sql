-- What changed in the catalogue with which version, so that a till loads the changes since its last
-- start instead of everything. Versions follow the order of the commits: the row of
-- reference_version is locked from the raise to the commit.
create table till_catalog_changes (
  version    bigint not null,
  kind       text not null check (kind in ('variant', 'product', 'terms')),
  -- Of a variant or product; empty for terms, which a till always loads whole.
  id         text not null,
  changed_at timestamptz not null default now(),
  primary key (version, kind, id)
);

-- Runs at commit, after the trigger raises_reference_version of the same row, whose name sorts first.
create function stamp_catalog_change() returns trigger language plpgsql as $$
declare
  current_version bigint := (select version from reference_version);
begin
  if tg_argv[0] = 'terms' then
    insert into till_catalog_changes (version, kind, id) values (current_version, 'terms', '')
    on conflict do nothing;
    return null;
  end if;
  if tg_op <> 'INSERT' then
    insert into till_catalog_changes (version, kind, id)
    values (current_version, tg_argv[0], to_jsonb(old) ->> tg_argv[1]) on conflict do nothing;
  end if;
  if tg_op <> 'DELETE' then
    insert into till_catalog_changes (version, kind, id)
    values (current_version, tg_argv[0], to_jsonb(new) ->> tg_argv[1]) on conflict do nothing;
  end if;
  return null;
end $$;

create constraint trigger stamps_catalog_change after insert or update or delete on product_variants
  deferrable initially deferred for each row execute function stamp_catalog_change('variant', 'id');
create constraint trigger stamps_catalog_change after insert or update or delete on products
  deferrable initially deferred for each row execute function stamp_catalog_change('product', 'id');
create constraint trigger stamps_catalog_change after insert or update or delete on product_collections
  deferrable initially deferred for each row
  execute function stamp_catalog_change('product', 'product_id');
create constraint trigger stamps_catalog_change after insert or update or delete on prices
  deferrable initially deferred for each row
  execute function stamp_catalog_change('variant', 'variant_id');
create constraint trigger stamps_catalog_change after insert or update or delete on price_lists
  deferrable initially deferred for each row execute function stamp_catalog_change('terms');
create constraint trigger stamps_catalog_change after insert or update or delete on promotions
  deferrable initially deferred for each row execute function stamp_catalog_change('terms');
create constraint trigger stamps_catalog_change after insert or update or delete on ab_tests
  deferrable initially deferred for each row execute function stamp_catalog_change('terms');
create constraint trigger stamps_catalog_change after insert or delete on campaigns
  deferrable initially deferred for each row execute function stamp_catalog_change('terms');
create constraint trigger stamps_catalog_change_of_campaign after update on campaigns
  deferrable initially deferred for each row
  when (to_jsonb(old) - '{spent,updated_at}'::text[]
    is distinct from to_jsonb(new) - '{spent,updated_at}'::text[])
  execute function stamp_catalog_change('terms');
create constraint trigger stamps_catalog_change after insert or update or delete on categories
  deferrable initially deferred for each row execute function stamp_catalog_change('terms');
create constraint trigger stamps_catalog_change after insert or update or delete on tax_rates
  deferrable initially deferred for each row execute function stamp_catalog_change('terms');
create constraint trigger stamps_catalog_change after insert or update or delete on tax_jurisdictions
  deferrable initially deferred for each row execute function stamp_catalog_change('terms');
create constraint trigger stamps_catalog_change after insert or update or delete on store_tax_jurisdictions
  deferrable initially deferred for each row execute function stamp_catalog_change('terms');
create constraint trigger stamps_catalog_change after insert or update or delete on stores
  deferrable initially deferred for each row execute function stamp_catalog_change('terms');
