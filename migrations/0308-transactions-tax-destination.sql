-- Of an order that is taxed where it is shipped to:
-- {"country": "FR", "region": null, "shipping_rates": [{"jurisdiction": "FR", "tax_class": "standard", "rate": "0.2"}]}
alter table transactions add column tax_destination jsonb;
