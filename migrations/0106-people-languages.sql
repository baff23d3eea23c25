-- The language of mails to a person, as the devices they use ask for it; null while it is unknown.
alter table users add column language text check (language in ('en', 'de'));
