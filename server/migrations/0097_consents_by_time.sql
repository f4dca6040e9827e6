-- no-transaction
create index concurrently if not exists consents_given on consents using brin (given_at) with (autosummarize = on);
