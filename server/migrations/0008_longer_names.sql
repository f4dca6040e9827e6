-- Forty letters as people count them: an emoji of a family has seven characters, accents are characters of their own.
alter table members drop constraint members_screen_name_check,
  add constraint members_screen_name_check check (char_length(screen_name) between 1 and 440) not valid;
