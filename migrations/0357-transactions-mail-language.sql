-- The language of the mails about an order of a guest, if the page had another one than the store.
alter table transactions add column mail_language text;
