-- One row per rule, with the number of rows that break it.
select 'stock that does not agree with the orders' as rule, count(*)::int as broken
from stock left join (
  select store_id, product_id, sum(quantity) as sold
  from order_lines join orders on orders.id = order_id where status = 'paid' group by 1, 2
) as sales using (store_id, product_id)
where on_hand <> 100000000 - coalesce(sold, 0)
union all
select 'stock reserved without a reservation', count(*)::int
from stock left join (
  select store_id, product_id, sum(quantity) as held from reservations group by 1, 2
) as holds using (store_id, product_id)
where reserved <> coalesce(held, 0)
union all
select 'orders whose total is not the sum of their lines', count(*)::int
from orders where total is distinct from (
  select sum(quantity * price) from order_lines where order_id = orders.id)
union all
select 'paid orders whose payments are not their total', count(*)::int
from orders where status = 'paid' and total is distinct from (
  select sum(amount) from payments where order_id = orders.id and status = 'succeeded')
union all
select 'orders and payments left open', count(*)::int
from orders join payments on order_id = orders.id
where orders.status = 'open' or payments.status = 'started'
union all
select 'paid orders without exactly one event', count(*)::int
from orders full join (
  select order_id, count(*) as event_count from events where event = 'order.paid' group by 1
) as events on order_id = orders.id
where case when status = 'paid' then 1 else 0 end <> coalesce(event_count, 0)
union all
select 'events left in the outbox', count(*)::int from outbox;
