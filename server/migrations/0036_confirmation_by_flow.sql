-- Whether the flow of the sign-up asks for the address to be confirmed before the member reaches others (decision 12.2). Where it does not,
-- the member is listed and may write at once; mail goes to confirmed addresses only, everywhere.
alter table members add column needs_confirmation boolean not null default true;
