-- Reports that wait about a member of another brand of the pool were filed under their author's: their moderators decide.
delete from case_skips s using cases c, reports r, members m
where c.brand_id = s.brand_id and c.id = s.case_id and c.kind = 'report' and c.state = 'open' and r.id = c.subject_id
  and r.state = 'open' and m.id = r.reported_id and m.brand_id <> r.brand_id;
update cases c set brand_id = m.brand_id, claimed_by = null, claimed_until = null
from reports r, members m
where c.kind = 'report' and c.state = 'open' and r.id = c.subject_id and c.brand_id = r.brand_id and r.state = 'open'
  and m.id = r.reported_id and m.brand_id <> r.brand_id;
-- One that is being decided in this moment stays where that was.
update reports r set brand_id = m.brand_id from members m
where r.state = 'open' and m.id = r.reported_id and m.brand_id <> r.brand_id
  and not exists (select from cases c
    where c.brand_id = r.brand_id and c.kind = 'report' and c.subject_id = r.id and c.state <> 'closed');

-- What moderators removed does not come back when its recipient undoes a deletion of their own.
alter table hidden_messages add column by_moderator boolean not null default false;
update hidden_messages h set by_moderator = true
from restrictions r
join cases c on c.brand_id = r.brand_id and c.id = r.case_id and c.kind = 'report'
join reports p on p.id = c.subject_id
join messages m on m.conversation_id = p.conversation_id and m.sender_id = r.member_id
  and (m.id = p.content_id or p.content_kind is null and m.id = any(p.message_ids))
where r.kind = 'content_removed' and r.content_type in ('message', 'voice') and r.lifted_at is null
  and h.conversation_id = m.conversation_id and h.seq = m.seq and h.member_id <> m.sender_id;
