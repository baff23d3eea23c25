-- The filters of the list of sales. Sales at a till have neither text nor flags and enter only the
-- first two.
create index transactions_of_employee on transactions (employee_id, id) where employee_id is not null;
create index transactions_of_terminal on transactions (terminal_id, id) where terminal_id is not null;
create index transactions_by_customer on transactions (customer_id, id) where customer_id is not null;
create index transactions_not_at_tills on transactions (source_system, id) where source_system <> 'pos';
create index transactions_price_overridden on transactions (id) where price_overridden;
create index transactions_tax_variance on transactions (id) where tax_variance <> 0;
create index transactions_words on transactions
  using gin (to_tsvector('simple', notes || ' ' || coalesce(customer_email, '')))
  where notes <> '' or customer_email is not null;
