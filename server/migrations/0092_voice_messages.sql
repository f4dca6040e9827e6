-- A message may carry a recording, too.
alter table messages add constraint messages_media check (media in ('photo', 'voice')) not valid;
alter table messages drop constraint messages_media_check;
alter table message_media add column duration_ms integer;
-- How loud it is in equal parts of its time, 0 to 255.
alter table message_media add column waveform smallint[];
alter table message_media alter column width drop not null, alter column height drop not null, alter column thumbhash drop not null;
alter table message_media drop constraint message_media_kind_check;
alter table message_media add constraint message_media_kind check (
  kind = 'photo' and width is not null and height is not null and thumbhash is not null and duration_ms is null and waveform is null
  or kind = 'voice' and width is null and height is null and thumbhash is null and duration_ms > 0
    and cardinality(waveform) between 1 and 64) not valid;
