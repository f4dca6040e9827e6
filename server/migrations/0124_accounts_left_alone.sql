-- When the job that ends accounts left alone looks at the member next (decision 048). The constant is in the past, so
-- that it looks at everybody once.
alter table members add column absence_check_at timestamptz not null default '2026-01-01T00:00:00Z';
alter table account_changes drop constraint account_changes_change_check;
alter table account_changes add constraint account_changes_change_check check (change in (
  'deactivated', 'suspended', 'reactivated', 'deletion_asked', 'deletion_called_off', 'email_changed', 'email_change_undone',
  'credits_granted', 'absence_reminded', 'ended_by_absence')) not valid;
-- When a check began that had no time to end; the next run continues it.
alter table ledger_checks add column began_at timestamptz;
