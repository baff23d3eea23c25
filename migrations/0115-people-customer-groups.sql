-- Price lists may be for one group of customers, such as "trade".
alter table users
  add column customer_group text check (length(customer_group) between 1 and 50);
