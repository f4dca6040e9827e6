/**
 * Inserts rows into the tables that the loader of the benchmarks leaves empty: of each bystander, or of every other one
 * where a test also needs members without, and in every state. `m.n` counts the members, from 1.
 */
const bystanderRows: Readonly<Record<string, string>> = {
  age_checks: `select id, 'over_18', 'card', at from m`,
  member_photos: `select id, gen_random_uuid(), 'photos/' || n || state, state, false, at, 1, null, null,
      case state when 'refused' then 'nudity' end,
      case when state <> 'pending' then at end, case when n % 3 = 0 then at end, 'http://bystanders.example'
    from m, unnest('{pending,approved,refused}'::text[]) as s(state)`,
  concierge_exchanges: `select id, seq, gen_random_uuid(), 'Perché?', state,
      case state when 'answered' then 'Perché sì.' else '' end, 1, at, at
    from m, unnest('{writing,answered,failed}'::text[]) with ordinality as s(state, turn),
      lateral (values (1 + (n + turn) % 3)) as p(seq)`,
  daily_picks: `select * from (
      select member_id, at::date, row_number() over (partition by member_id order by other_id) as place, other_id, at
      from inbox join m on m.id = member_id) p where place <= 5`,
  data_exports: `select id, gen_random_uuid(), state, 1, 40, 1000, 'http://bystanders.example', at,
      case state when 'ready' then at end, sha256(id::text::bytea), at
    from m, lateral (values ((array['making', 'ready', 'failed'])[1 + n % 3])) as s(state)`,
  drafts: `select member_id, other_id, 'Ciao', at from inbox, m where m.id = member_id`,
  empty_picks: `select id, sha256(id::text::bytea), at from m where n % 2 = 0`,
  former_emails: `select 'bystanders', 'former' || n || '@person.example', id, at, at from m`,
  hidden_messages: `select i.member_id, i.conversation_id, c.seq, false from inbox i
    join messages c using (conversation_id) where c.seq = 1`,
  invitations: `select 'bystanders', sha256(n::text::bytea), 'invited' || n || '@person.example', 'x', 'x', '7', '/find', at,
      case n % 2 when 0 then at end, at from m`,
  legal_holds: `select id, 'Proc. 1/99', 'command:test', at, case n % 2 when 0 then at end from m where n % 4 = 0`,
  message_reactions: `select i.member_id, i.conversation_id, 1, 'heart', at from inbox i
    join messages c on (c.conversation_id, c.seq) = (i.conversation_id, 1)
    join m on m.id = i.member_id`,
  member_facts: `select id, 'want', 'no', 'Insegno', '{it,en}', 'other', at, at from m where n % 2 = 0`,
  passkeys: `select 'bystanders', gen_random_uuid(), id, sha256(id::text::bytea), '\\x01', 0, '{internal}', gen_random_uuid(),
      'Chiave', true, at, at
    from m`,
  photo_verifications: `select m.id, gen_random_uuid(), p.id, 'thumb_up', s.state,
      case s.state when 'sent' then 'verifications/' || n end,
      'http://bystanders.example', case s.state when 'refused' then 'unclear' end, at, at,
      case when s.state in ('approved', 'refused') then at end
    from m join member_photos p on p.member_id = m.id and p.is_default,
      lateral (values ((array['asked', 'sent', 'approved', 'refused'])[1 + n % 4])) as s(state)`,
  profile_choices: `select id, 'slowly', '{cinema,sea}' from m`,
  profile_prompts: `select id, place, prompt, 'Al mercato' from m, unnest('{sunday,dish}'::text[]) with ordinality as p(prompt, place)`,
  disputes: `select a.id, 'bystanders', a.member_id, (array['open', 'won', 'lost', 'refunded'])[1 + n % 4],
      5, 0, 100, 'EUR', null, at, at
    from payment_attempts a join m on m.id = a.member_id`,
  dispute_answers: `select gen_random_uuid(), d.attempt_id, 'bystanders', d.member_id, 'evidence', 'sent', 'Signed in', null,
      'staff:nobody', null, at, at, null, 1, null
    from disputes d join m on m.id = d.member_id`,
  saved_searches: `select id, gen_random_uuid(), 'Mare', '{}', null, null, at, at, false from m, generate_series(1, 2)`,
  search_settings: `select id, '{"distance": 25}', n % 2 = 0, null, null, false, null from m`,
}

export const insertBystanderRows = (at: Date): string[] =>
  Object.entries(bystanderRows).map(
    ([table, rows]) => `with m as (
      select id, '${at.toISOString()}'::timestamptz as at, row_number() over (order by id)::int as n from members)
    insert into ${table} ${rows}`,
  )
