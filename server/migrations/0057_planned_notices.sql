-- Whether a job waits that will look at the conversation: until it has, no message needs a plan of its own (docs/decisions/017).
alter table message_notices add column planned boolean not null default false;
