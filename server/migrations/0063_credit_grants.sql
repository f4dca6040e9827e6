-- Who of the company granted credits, and why, stands with what else becomes of an account.
alter table account_changes drop constraint account_changes_change_check;
alter table account_changes add constraint account_changes_change_check check (change in (
  'deactivated', 'suspended', 'reactivated', 'deletion_asked', 'deletion_called_off', 'email_changed', 'email_change_undone',
  'credits_granted')) not valid;
