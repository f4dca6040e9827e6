-- The member's other pairs of gender and seeks, as a set of bits: 1 man/man, 2 man/woman, 4 woman/man, 8 woman/woman.

alter table discovery_entries
  add column other_pairs smallint not null default 0,
  add constraint discovery_entries_other_pairs_check check (other_pairs between 0 and 15) not valid;
