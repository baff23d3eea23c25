-- The words of the products that were there before. A file of its own, so that the triggers' locks on
-- the catalogue do not last as long as this.
select refresh_product_search(array(select id from products order by id));
