alter table emails validate constraint emails_before;
alter table kpi_events validate constraint kpi_events_before;
alter table member_events validate constraint member_events_before;
