alter table members validate constraint members_screen_name_check;
