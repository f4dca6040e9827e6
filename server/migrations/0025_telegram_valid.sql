alter table deliveries validate constraint deliveries_state_check;
