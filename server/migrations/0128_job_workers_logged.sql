-- A crash of PostgreSQL empties an unlogged table, and a standby has nothing of it: the living would be unknown, and the jobs of the dead belong to nobody.
alter table job_workers set logged;
