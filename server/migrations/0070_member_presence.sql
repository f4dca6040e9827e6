-- Who is here now: a row from a member's arrival until shortly after they left. Written each minute, so nothing but the key is indexed,
-- half of each page stays free for the next version of its rows, and vacuum comes early. It keeps its pages when it is empty, so that no
-- plan made then reads it through later. No foreign key: its check would wait for whatever is changing the member.
create table member_presence (
  member_id uuid primary key,
  arrived_at timestamptz not null,
  seen_at timestamptz not null,
  check (seen_at >= arrived_at)
) with (fillfactor = 50, autovacuum_vacuum_scale_factor = 0.05, autovacuum_analyze_scale_factor = 0.05, vacuum_truncate = false);
