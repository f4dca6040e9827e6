alter table cases validate constraint cases_kind_check;
alter table authority_orders validate constraint authority_orders_kind_check;
