-- Sales are looked for by number among the ids of a day. With the id in the index it is the narrowest
-- way, also in a month so young that PostgreSQL has not counted its sales yet.
drop index transactions_number;
create index transactions_number on transactions (transaction_number, id);
