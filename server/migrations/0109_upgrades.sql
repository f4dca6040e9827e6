-- A larger plan replaces the running one at once, and the unused part of what was paid for that is credited.
-- `change_of`: the subscription that the order replaces; `credit_minor`: what of the price was credited. On the payments
-- that it came from: the order it went to, and how much.
alter table payment_attempts add column change_of uuid;
alter table payment_attempts add column credit_minor integer not null default 0;
alter table payment_attempts add column replaced_by uuid;
alter table payment_attempts add column credited_minor integer;
alter table payment_attempts add constraint payment_attempts_credit
  check (credit_minor >= 0 and (change_of is not null or credit_minor = 0)) not valid;
alter table payment_attempts add constraint payment_attempts_replaced
  check ((replaced_by is null) = (credited_minor is null) and coalesce(credited_minor, 0) >= 0) not valid;
