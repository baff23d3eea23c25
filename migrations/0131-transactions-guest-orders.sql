-- no transaction: every sale writes to transactions.
-- Orders of guests by address: a verified address makes them orders of its customer.
create index concurrently transactions_of_guests on transactions (lower(customer_email))
  where customer_email is not null;
