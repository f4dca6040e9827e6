-- no-transaction
-- They named what changes at each message, so that no update of a list stayed on its page (docs/decisions/014). Lists and
-- counts of one member are read by the primary key.
drop index concurrently if exists inbox_newest;
drop index concurrently if exists inbox_unread;
