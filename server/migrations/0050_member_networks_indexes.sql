-- no-transaction
create index concurrently if not exists member_devices_browser on member_devices (browser_hash) where browser_hash is not null;
create index concurrently if not exists member_devices_network on member_devices (brand_id, network, last_seen_at) where network is not null;
create index concurrently if not exists member_devices_network_age on member_devices (last_seen_at) where network is not null;
create index concurrently if not exists members_name on members (brand_id, (lower(regexp_replace(normalize(screen_name, NFKD), '[\u0300-\u036f]', '', 'g')) collate "C")) where screen_name is not null;
create index concurrently if not exists phone_numbers_number on phone_numbers (number);
create index concurrently if not exists member_photos_hash on member_photos (perceptual_hash) where perceptual_hash is not null;
