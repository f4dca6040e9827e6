-- Which workers live: each process that runs jobs says so every few seconds. Jobs that are locked by others belong to nobody any more.
create unlogged table job_workers (
  process_id uuid primary key,
  worker_ids text[] not null,
  seen_at timestamptz not null
);
