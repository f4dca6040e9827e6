/** Statements that may read more than they return, each with part of its text and the reason. */
export const exceptions: readonly { readonly kind: string; readonly reason: string }[] = [
  {
    kind: 'select "id", "seq" from "messages" where "conversation_id" = $n and "id" in',
    reason: 'messages attached to a report: one conversation, a few times an hour; an index would cost every message',
  },
  {
    kind: 'and m.sender_id = $n and m.withdrawn_at is null and m.created_at >= $n ) as written',
    reason: 'whether a member wrote since a purchase: asked once, when they withdraw from it',
  },
  {
    kind: 'insert into clear_replies (member_id, conversation_id, seq, place)',
    reason: 'the first message of each of two who both wrote: a conversation from its beginning until then, once',
  },
  {
    kind: 'and m.body ~ $n order by m.seq desc limit',
    reason: 'search inside a conversation: at most 5,000 of its messages by key for an answer, however long it is',
  },
  {
    kind: 'from discovery_entries e where e.pool_id = $n and e.country = $n and e.gender = $n and e.seeks = $n and',
    reason:
      'a search with filters that leave almost no one looks through its area, up to 1,000 it finds (docs/scale.md)',
  },
  {
    kind: 'from wallets w join members m on m.id = w.member_id where w.member_id > $n::uuid and w.member_id <=',
    reason: 'whose credits come back: 50,000 wallets by key each ten minutes, however many there are',
  },
  {
    kind: 'select member_id from wallets where member_id > $n::uuid order by member_id offset',
    reason: 'where those 50,000 end',
  },
  {
    kind: 'with spenders as materialized ( select distinct member_id from ledger_transfers',
    reason: 'who spent something in the last ten minutes: as much as happened, however many members there are',
  },
  {
    kind: 'select p.member_id, p.seen_at from member_presence p join members m on m.id = p.member_id where p.seen_at <=',
    reason:
      'who has left, once a minute: the table has only who is here now, and an index on the time would be written each minute',
  },
  {
    kind: 'delete from outbox where id = any(array( select id from outbox where retry_at is null or retry_at',
    reason: 'the next events: the table is emptied as it fills, and holds only what has not been delivered',
  },
  {
    kind: 'extract(epoch from now() - created_at))::float8 as seconds from outbox',
    reason: 'the oldest of those, at each look at /readyz',
  },
  {
    kind: 'delete from member_presence p where p.seen_at <=',
    reason: 'the same of members who were erased meanwhile',
  },
  {
    kind: 'select p.member_id from member_presence p join discovery_entries e on e.member_id = p.member_id join members m on m.id = p.member_id where p.arrived_at >',
    reason: 'the same of those who arrived in the last minutes',
  },
  {
    kind: 'with people as ( select m.id, m.gender, exists (select from member_photos p where p.member_id = m.id and p.state',
    reason:
      'two measured claims: the members of a brand, once a night; what they received is stored by day (docs/scale.md)',
  },
  {
    kind: 'from wallets w where true and true )',
    reason: 'the check of the ledger where all members are fewer than one of its ranges',
  },
  {
    kind: 'from wallets w where w.member_id = any($n::uuid[]) )',
    reason:
      'the nightly check of those whose credits moved: what is in their wallets is the sum of all they ever moved',
  },
  {
    kind: 'select min("created_at") as at from "ledger_transfers"',
    reason: 'where the archive begins: once, as every later month follows the newest archived one',
  },
  {
    kind: 'select min("given_at") as at from "consents"',
    reason: 'as for the transfers',
  },
]

export const exceptionFor = (kind: string): (typeof exceptions)[number] | undefined =>
  exceptions.find((exception) => kind.includes(exception.kind))
