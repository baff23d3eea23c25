-- Whether a till prints the receipt after each sale, asks, or waits for the cashier.
alter table stores add column receipt_printing text not null default 'off'
  constraint stores_receipt_printing check (receipt_printing in ('off', 'ask', 'always'));
