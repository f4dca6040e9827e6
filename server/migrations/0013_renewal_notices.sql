-- A renewal is charged only if the email of its notice was sent: it is looked up by member.
create index emails_renewal_notice on emails (member_id) where kind = 'renewal-notice';
