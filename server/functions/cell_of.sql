-- The fixed cell of a latitude or longitude, a tenth of a degree wide. Distances are only computed between cells
-- (decision
-- 5.3).
create or replace function cell_of(degrees real) returns integer language sql immutable parallel safe as $$
  select floor(degrees::float8 * 10)::integer
$$;
