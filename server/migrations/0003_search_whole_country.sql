-- The whole country as the place of a search, and the empty region that a member left without a plan.
alter table search_settings add column whole_country boolean not null default false, add column left_region_id integer;
alter table saved_searches add column whole_country boolean not null default false;
alter table search_settings add constraint search_settings_whole_country_check check (not whole_country or region_id is null) not valid;
alter table saved_searches add constraint saved_searches_whole_country_check check (not whole_country or region_id is null) not valid;
