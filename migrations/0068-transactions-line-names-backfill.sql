-- Apart from the new columns, so that no sale waits for the lock of `alter table` during the update.
-- `name` is what the sale recorded: the variant's name, or the product's where the variant had none.
update transaction_lines l
set product_name = case when v.name = '' then l.name else p.name end,
  variant_name = case when v.name = '' or l.name = p.name then '' else l.name end
from product_variants v join products p on p.id = v.product_id
where v.id = l.variant_id and l.product_name = '';
