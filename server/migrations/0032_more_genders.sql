-- A word of their own for a member's gender, listed in both searches, seeking both. `gender` and `seeks` stay the first choice.

alter table members
  add column gender_word text,
  add column hides_gender_word boolean not null default false,
  add column listed_in_both boolean not null default false,
  add column seeks_both boolean not null default false,
  add constraint members_gender_word_check check
    (gender_word in ('nonbinary', 'genderfluid', 'agender', 'trans_woman', 'trans_man', 'questioning')) not valid;
