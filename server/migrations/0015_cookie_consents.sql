-- What a member allows in the consent centre is kept beside their other consents.
alter table consents drop constraint consents_kind_check;
alter table consents add constraint consents_kind_check check (kind in
  ('terms', 'data', 'clauses', 'adult', 'promotion', 'third_party', 'renewal', 'immediate_start', 'analytics', 'remarketing'));
