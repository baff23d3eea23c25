-- Where the bill of a web order goes if not to the delivery address; null for most orders.
alter table fulfillments add column billing_address jsonb;
