-- Who decided about a report, when, and why. The reason names nobody: it outlives those it is about.
alter table reports
  add column decided_at timestamptz,
  add column decided_by text,
  add column decision text check (char_length(decision) between 1 and 1000),
  add constraint reports_decision_said check (
    (state = 'open') = (decided_at is null) and (state = 'open') = (decided_by is null) and (state = 'open') = (decision is null));
create index reports_waiting on reports (brand_id, created_at) where state = 'open';
