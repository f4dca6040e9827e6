-- Roles at a brand that wait for the person's acceptance. Until then they count for nothing.
create table staff_invitations (
  brand_id text not null,
  staff_id uuid not null,
  -- As the owner who invited wrote it: what the person is called elsewhere is not theirs to read yet.
  name text not null,
  roles text[] not null,
  invited_at timestamptz not null,
  constraint staff_invitations_pkey primary key (brand_id, staff_id),
  constraint staff_invitations_staff_id_fkey foreign key (staff_id) references staff(id) on delete cascade,
  constraint staff_invitations_roles_check check (
    cardinality(roles) between 1 and 5 and roles <@ '{owner,support,moderator,finance,marketing}'::text[]
  )
);
create index staff_invitations_by_staff on staff_invitations (staff_id);

-- The brand whose invitation a link accepts; null of a reset, and of a link that the command line made.
alter table staff_links add column brand_id text;
