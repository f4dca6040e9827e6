-- Names of places are shown as they are printed (L’Aquila); they are compared without regard to the apostrophe.
update geo_regions set name = replace(name, '''', '’') where name like '%''%';
update geo_cities set name = replace(name, '''', '’'), province = replace(province, '''', '’')
  where name like '%''%' or province like '%''%';
