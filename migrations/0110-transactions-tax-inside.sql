-- A sale keeps how its prices were meant and the rates of its time, for its payment and returns.
alter table transactions
  add column prices_include_tax boolean not null default false,
  -- The part of tax_amount on shipping, which no line has.
  add column shipping_tax numeric(12, 2) not null default 0 check (shipping_tax >= 0),
  -- Why the customer paid no tax.
  add column tax_exemption text check (length(tax_exemption) between 1 and 200);

alter table transaction_lines
  add column tax_class text not null default 'standard',
  -- [{"jurisdiction": "DE", "tax_class": "reduced", "rate": "0.07"}]; null: sold before rates were kept.
  add column tax_rates jsonb;
