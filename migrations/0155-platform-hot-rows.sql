-- The rows of a sale are written without a foreign key to stores, users, articles and payment methods:
-- each key costs a look-up, and a lock on a row that every other sale of the store locks too. A
-- trigger keeps the row that they name from being deleted instead (decision 0020).

-- Refuses to delete a row that another table names. Arguments: 'table.column'. The second look is for
-- rows that were being written during the first: the lock waits for their commit, and further ones
-- wait until the deletion ends.
create function refuse_delete_while_named() returns trigger language plpgsql as $$
declare
  child text;
  child_column text;
  look text;
  is_named boolean;
begin
  for child, child_column in
    select split_part(argument, '.', 1), split_part(argument, '.', 2)
    from unnest(tg_argv) with ordinality as given (argument, place) order by place
  loop
    look := format('select exists (select from %I where %I = $1)', child, child_column);
    execute look into is_named using old.id;
    if not is_named then
      execute format('lock table only %I in share mode', child);
      execute look into is_named using old.id;
    end if;
    if is_named then
      raise exception 'a row of %.% names this row of %', child, child_column, tg_table_name
        using errcode = 'foreign_key_violation', table = child,
          constraint = child || '_' || child_column || '_fkey';
    end if;
  end loop;
  return old;
end $$;

create trigger named_by_sales before delete on stores for each row
  execute function refuse_delete_while_named('carts.store_id', 'checkout_sessions.store_id',
    'reservations.store_id', 'transactions.store_id', 'payments.store_id', 'fulfillments.store_id');
create trigger named_by_sales before delete on product_variants for each row
  execute function refuse_delete_while_named('reservation_lines.variant_id',
    'transaction_lines.variant_id');
create trigger named_by_sales before delete on payment_methods for each row
  execute function refuse_delete_while_named('payments.payment_method_id');
create trigger named_by_sales before delete on users for each row
  execute function refuse_delete_while_named('transactions.employee_id', 'transactions.customer_id');

alter table carts drop constraint carts_store_id_fkey;
alter table checkout_sessions drop constraint checkout_sessions_store_id_fkey;
alter table reservations drop constraint reservations_store_id_fkey;
alter table reservation_lines drop constraint reservation_lines_variant_id_fkey;
alter table transactions
  drop constraint transactions_store_id_fkey,
  drop constraint transactions_employee_id_fkey,
  drop constraint transactions_customer_id_fkey;
alter table transaction_lines drop constraint transaction_lines_variant_id_fkey;
alter table payments
  drop constraint payments_store_id_fkey,
  drop constraint payments_payment_method_id_fkey;
alter table fulfillments drop constraint fulfillments_store_id_fkey;
