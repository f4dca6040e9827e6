-- When the rest of a paid period runs on, if something else runs before it: after a dispute that was won, or beside
-- another payment that was restored. What was used of the period is before that.
alter table payment_attempts add column term_resumes_at timestamptz;
alter table payment_attempts add constraint payment_attempts_resumes
  check (term_resumes_at is null or (term_resumes_at >= term_start and term_resumes_at <= term_end)) not valid;
