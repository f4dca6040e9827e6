-- no-transaction
create index concurrently if not exists invoices_brand on invoices (brand_id, issued_at);
