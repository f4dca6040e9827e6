-- The part of the country with a VAT of its own in which the member lived (territories.json); null for the rest of it.
alter table invoices add column territory text;
