alter table messages validate constraint messages_media_check;
