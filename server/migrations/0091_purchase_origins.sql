-- The page from which a member went to order, so that every result page leads back to it, in whichever tab. Cleared after two days: it may
-- name another member.
alter table payment_attempts add column return_to text;
