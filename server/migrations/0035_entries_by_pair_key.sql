-- A member may have several entries.

alter table members validate constraint members_gender_word_check;
alter table discovery_entries validate constraint discovery_entries_other_pairs_check;
alter table discovery_entries drop constraint discovery_entries_pkey,
  add constraint discovery_entries_pkey primary key using index discovery_entries_by_pair;
