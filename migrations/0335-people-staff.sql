-- no transaction: customers register while it is built.
-- Staff are few among many customers.
create index concurrently users_staff on users (id) where role <> 'customer';
