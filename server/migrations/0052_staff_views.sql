-- Filters of a page of the console that a person keeps under a name, and may share with the colleagues of the brand.
create table staff_views (
  brand_id text not null,
  id uuid not null,
  staff_id uuid not null,
  page text not null,
  name text not null,
  -- Parameters of the page's address, as the contract admits them.
  query jsonb not null,
  is_default boolean not null default false,
  shared_at timestamptz,
  created_at timestamptz not null,
  -- Deleted ones can be restored until the hourly sweep.
  deleted_at timestamptz,
  constraint staff_views_pkey primary key (brand_id, id),
  constraint staff_views_staff_id_fkey foreign key (staff_id) references staff(id) on delete cascade,
  constraint staff_views_texts_check check (page <> '' and char_length(name) between 1 and 60),
  constraint staff_views_query_check check (jsonb_typeof(query) = 'object' and octet_length(query::text) <= 2000)
);
create unique index staff_views_name on staff_views (brand_id, staff_id, page, lower(name)) where deleted_at is null;
create unique index staff_views_default on staff_views (brand_id, staff_id, page) where is_default and deleted_at is null;
create index staff_views_shared on staff_views (brand_id) where shared_at is not null and deleted_at is null;
create index staff_views_staff on staff_views (staff_id);
create index staff_views_deleted on staff_views (deleted_at) where deleted_at is not null;
