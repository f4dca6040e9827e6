-- no-transaction
-- Fills the new columns, some rows at a time, so that nobody waits for more than those. It may run again.
do $$
declare last uuid
  := '00000000-0000-0000-0000-000000000000'
; begin
  loop
    with portion as (
      select member_id from discovery_entries where member_id > last order by member_id limit 1000
    ), filled as (
      update discovery_entries e set city_id = m.city_id, born_on = (m.age_stated_on - make_interval(years => m.age_stated))::date,
        height_cm = m.height_cm, shows_presence = not m.hides_last_seen, intent = c.intent, interests = coalesce(c.interests, '{}'),
        has_words = m.about <> '' or m.looking_for <> '' or exists (select from profile_prompts p where p.member_id = m.id)
      from portion join members m on m.id = portion.member_id left join profile_choices c on c.member_id = m.id
      where e.member_id = m.id
    )
    select max(member_id::text)::uuid into last from portion
  ; commit
  ; exit when last is null
  ; end loop
; end $$;
