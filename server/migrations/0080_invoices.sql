-- Which number a company gave out last, by year and kind. Taken under the row's lock in the transaction that writes the document, so that
-- numbers have no gaps: what is rolled back takes its number along.
create table invoice_series (
  company text not null,
  year smallint not null,
  kind text not null check (kind in ('invoice', 'credit_note')),
  last_number integer not null check (last_number > 0),
  primary key (company, year, kind)
);
-- What was sold and credited, as it was at that moment. The company is named by its VAT number.
create table invoices (
  company text not null,
  year smallint not null,
  kind text not null check (kind in ('invoice', 'credit_note')),
  number integer not null check (number > 0),
  brand_id text not null,
  member_id uuid not null references members (id),
  attempt_id uuid not null references payment_attempts (id),
  -- Of a credit note: the refund; null for a lost dispute.
  refund_id uuid references refunds (id),
  -- Where the member lived, whose tax it is.
  country char(2) not null,
  vat_per_mille smallint not null check (vat_per_mille between 0 and 400),
  total_minor integer not null check (total_minor > 0),
  vat_minor integer not null check (vat_minor between 0 and total_minor),
  currency char(3) not null,
  seller text not null,
  issued_at timestamptz not null,
  primary key (company, year, kind, number),
  check (refund_id is null or kind = 'credit_note')
);
create unique index invoices_attempt on invoices (attempt_id) where kind = 'invoice';
create unique index invoices_lost on invoices (attempt_id) where kind = 'credit_note' and refund_id is null;
create unique index invoices_refund on invoices (refund_id) where refund_id is not null;
create index invoices_notes on invoices (attempt_id) where kind = 'credit_note';
create index invoices_member on invoices (member_id, issued_at);
create index invoices_issued on invoices (issued_at);
