alter table emails validate constraint emails_state_check;
