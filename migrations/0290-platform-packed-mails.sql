-- The HTML of a new mail is stored packed (src/platform/mail/packed-html.ts): most of it repeats the
-- text and the styles. Mails of earlier releases keep theirs in body_html.
alter table mails add column packed_html bytea;
