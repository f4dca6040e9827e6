-- A name is the member's own choice (decision 12.17): none until they are asked. Names made from addresses before can't be told from chosen ones.
alter table members alter column screen_name drop not null;
