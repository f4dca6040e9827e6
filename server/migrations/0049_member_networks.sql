-- By what staff find a member, beside address and ids: the browser and the network of their sign-ins.
alter table member_devices
  add column brand_id text,
  -- The same for two members of a brand who use one browser.
  add column browser_hash bytea,
  -- A /24 or a /48, never an address; cleared after 30 days.
  add column network cidr;
