-- no transaction: every web order writes a mail.
create index concurrently mails_of_store on mails (store_id, id) where store_id is not null;
create index concurrently mails_refused on mails (id) where refused_at is not null;
