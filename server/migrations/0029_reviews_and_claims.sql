-- Reviews by members: one each, read by a person before it shows, with the ground where one is refused.
alter table reviews
  add column refusal text check (refusal in ('insults', 'personal_data', 'advertising', 'unlawful', 'off_topic', 'not_own')),
  add column decided_at timestamptz,
  -- The site it was written on: where the emails about it lead.
  add column site_origin text,
  add constraint reviews_refusal_said check ((state = 'refused') = (refusal is not null)),
  add constraint reviews_body_length check (char_length(body) between 1 and 1000);
drop index reviews_member;
create unique index reviews_one_each on reviews (member_id);
create index reviews_waiting on reviews (brand_id, created_at) where state = 'pending';
-- A review goes with its author: without them it would be neither somebody's nor a sample.
alter table reviews drop constraint reviews_member_id_fkey;
alter table reviews add constraint reviews_member_id_fkey foreign key (member_id) references members (id) on delete cascade;

-- What the claims of the insight module measured last, brand by brand; null where there was nothing to measure.
create table claim_figures (
  brand_id text not null,
  claim text not null,
  value double precision,
  -- Lower end of the 95 % interval of a comparison.
  low double precision,
  sample_size integer not null check (sample_size >= 0),
  compared_size integer check (compared_size >= 0),
  period_start timestamptz not null,
  period_end timestamptz not null,
  computed_at timestamptz not null,
  primary key (brand_id, claim)
);
