-- What a second look said was stored as agreement; it was not compared with the first decision.

update cases s set verdict = case when (s.verdict = 'agree') = (f.verdict in ('approve', 'dismiss')) then 'agree' else 'disagree' end
from cases f
where s.kind = 'sample' and s.state = 'closed' and s.verdict in ('agree', 'disagree') and f.brand_id = s.brand_id and f.id = s.subject_id;
