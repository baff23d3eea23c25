-- no transaction: every web order writes a mail.
create index concurrently mails_of_store on mails (store_id, id) where store_id is not null;
