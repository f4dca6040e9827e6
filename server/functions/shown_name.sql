-- The name that others see: the one the member chose or, until then, the neutral word of their language (decision
-- 12.17).
create or replace function shown_name(p_chosen text, p_locale text) returns text language sql immutable as $$
  select coalesce(p_chosen, case p_locale when 'it' then 'Membro' when 'es' then 'Miembro' when 'fr' then 'Membre' else 'Member' end)
$$;
