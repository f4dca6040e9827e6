-- What waited before there were cases.
insert into cases (brand_id, id, kind, subject_id, member_id, source, risk, opened_at, due_at)
select r.brand_id, uuidv7(), 'report', r.id, r.reported_id, 'member', case r.reason when 'minor' then 90 when 'scam' then 60 else 50 end,
  r.created_at, r.created_at + interval '24 hours'
from reports r where r.state = 'open';
insert into cases (brand_id, id, kind, subject_id, member_id, source, risk, opened_at, due_at)
select m.brand_id, uuidv7(), 'photo', p.id, p.member_id, 'member', 20, p.created_at, p.created_at + interval '24 hours'
from member_photos p join members m on m.id = p.member_id
where p.state = 'pending' and p.removed_at is null and m.sample is null;
insert into cases (brand_id, id, kind, subject_id, member_id, source, risk, opened_at, due_at)
select m.brand_id, uuidv7(), 'verification', v.id, v.member_id, 'member', 20, v.sent_at, v.sent_at + interval '48 hours'
from photo_verifications v join members m on m.id = v.member_id where v.state = 'sent' and m.sample is null;
insert into cases (brand_id, id, kind, subject_id, member_id, source, risk, opened_at, due_at)
select r.brand_id, uuidv7(), 'review', r.id, r.member_id, 'member', 10, r.created_at, r.created_at + interval '72 hours'
from reviews r where r.state = 'pending' and r.sample is null;
