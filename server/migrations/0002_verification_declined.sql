-- The proposal to verify one's photo is made until it is answered.

alter table onboarding add column verification_declined_at timestamptz;
