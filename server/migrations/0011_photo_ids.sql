-- A picture's address names the photo alone, not whose it is.
create unique index member_photos_id on member_photos (id);
