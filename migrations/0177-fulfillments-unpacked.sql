-- A shipment has a row when something happens to it. Until then an order of the web shop that is to
-- be shipped as a whole is marked as unpacked, and its pending shipment is computed.
alter table fulfillments add column is_unpacked boolean not null default false;

-- All shipments, also those without a row, which have the id of their fulfillment.
create view all_shipments as
  select id, fulfillment_id, carrier_name, tracking_number, status, items, given_back,
    mailed_tracking_number, created_at, shipped_at, delivered_at
  from shipments
  union all
  select f.id, f.id, '', '', 'pending', (
      select coalesce(jsonb_agg(jsonb_build_object('sku', sku, 'quantity', quantity) order by place), '[]')
      from (select sku, sum(quantity)::integer as quantity, min(position) as place
            from transaction_lines where transaction_id = f.transaction_id group by sku) as item),
    '{}', null, f.created_at, null, null
  from fulfillments f where f.is_unpacked;
