-- That staff read messages around a reported one, which each of the two members finds in the export of their data.

create table conversation_readings (
  member_id uuid not null,
  id uuid not null,
  report_id uuid not null,
  messages smallint not null,
  read_at timestamptz not null,
  constraint conversation_readings_pkey primary key (member_id, id),
  constraint conversation_readings_member_id_fkey foreign key (member_id) references members(id) on delete cascade,
  constraint conversation_readings_messages_check check (messages > 0)
);
