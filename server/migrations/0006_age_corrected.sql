-- The stated age can be corrected once; it follows the calendar by itself.
alter table members add column age_corrected_at timestamptz;
