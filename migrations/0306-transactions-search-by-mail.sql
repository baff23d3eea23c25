-- no transaction: every sale writes to transactions.
-- A mail address is found by the index of addresses alone, by the whole address or by its beginning.
-- Every order of a guest also entered the index of words with it.
create index concurrently transactions_by_mail
  on transactions (lower(customer_email) text_pattern_ops) where customer_email is not null;
create index concurrently transactions_by_notes
  on transactions using gin (to_tsvector('simple', notes)) where notes <> '';
drop index if exists transactions_of_guests;
drop index if exists transactions_words;
