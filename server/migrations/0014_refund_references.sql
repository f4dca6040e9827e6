create index refunds_member on refunds (member_id);
