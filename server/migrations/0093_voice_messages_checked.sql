alter table messages validate constraint messages_media;
alter table message_media validate constraint message_media_kind;
