-- The distance between the centres of two cells in kilometres; the same formula as `kmBetween` in
-- modules/geo/distance.ts.
create or replace function km_between_cells(a_row integer, a_column integer, b_row integer, b_column integer)
returns float8 language sql immutable parallel safe as $$
  select 11.12 * sqrt((a_row - b_row)::float8 ^ 2 + ((a_column - b_column) * cos(radians((a_row + b_row + 1) * 0.05))) ^ 2)
$$;
