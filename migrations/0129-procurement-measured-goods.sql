-- Purchase orders and par levels take goods sold by measure, in thousandths of their unit, as stock does.
drop trigger pieces_only on purchase_order_lines;
drop trigger pieces_only on par_levels;
drop function refuse_measured_goods();
