alter table payments validate constraint tendered_covers_tip;
alter table payments validate constraint refund_tip_ceiling;
alter table refunds validate constraint refund_tip_fits;
