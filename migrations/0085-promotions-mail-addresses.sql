-- One person is one mail address, as a guest, logged in and at the till. A store may also say that
-- addresses which differ only by dots and a plus tag before the @ belong to one person.
alter table stores add column mail_aliases_are_one boolean not null default false;

-- SHA-256 of the address in small letters, and of the same without dots and plus tag.
alter table promo_code_usages add column mail_hash bytea, add column mailbox_hash bytea;
alter table limited_purchases add column mail_hash bytea, add column mailbox_hash bytea;

create function pg_temp.mail(address text) returns bytea language sql as $$
  select sha256(convert_to(lower(btrim(address)), 'UTF8'))
$$;
create function pg_temp.mailbox(address text) returns bytea language sql as $$
  select sha256(convert_to(coalesce(
      nullif(replace(regexp_replace(name, '[+].*$', ''), '.', ''), ''), name) || domain, 'UTF8'))
  from (select regexp_replace(whole, '@[^@]*$', '') as name, substring(whole from '@[^@]*$') as domain
        from (select lower(btrim(address)) as whole) as address) as parts
$$;

create temporary table known_mails on commit drop as
  select t.id, coalesce(u.email, t.customer_email) as mail
  from transactions t left join users u on u.id = t.customer_id
  where coalesce(u.email, t.customer_email) like '%@%'
    and (t.id in (select transaction_id from promo_code_usages)
      or t.id in (select reference from limited_purchases));
update promo_code_usages u set mail_hash = pg_temp.mail(k.mail), mailbox_hash = pg_temp.mailbox(k.mail)
  from known_mails k where k.id = u.transaction_id;
update limited_purchases l set mail_hash = pg_temp.mail(k.mail), mailbox_hash = pg_temp.mailbox(k.mail)
  from known_mails k where k.id = l.reference;

create index promo_code_usages_of_mail on promo_code_usages (code_id, mail_hash)
  where released_at is null;
create index promo_code_usages_of_mailbox on promo_code_usages (code_id, mailbox_hash)
  where released_at is null;
create index limited_purchases_of_mail on limited_purchases (mail_hash, purchased_at);
create index limited_purchases_of_mailbox on limited_purchases (mailbox_hash, purchased_at);
