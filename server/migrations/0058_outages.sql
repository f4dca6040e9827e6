-- What the last calls to a service outside came to: a payment provider, the mail relay, a push service, a bot.
create table service_calls (
  service text not null,
  ok_at timestamptz,
  failed_at timestamptz,
  -- Of the last call that failed.
  fault text,
  -- In a row, since the last call that succeeded.
  failures integer not null,
  failing_since timestamptz,
  constraint service_calls_pkey primary key (service),
  constraint service_calls_fault_check check (fault in ('silent', 'failing', 'credentials')),
  constraint service_calls_failing_since_check check ((failures > 0) = (failing_since is not null))
);

-- When a service outside did not answer, from the first of the calls in a row that failed to the next that succeeded.
create table outages (
  service text not null,
  began_at timestamptz not null,
  -- Null while it lasts.
  ended_at timestamptz,
  fault text not null,
  constraint outages_pkey primary key (service, began_at),
  constraint outages_fault_check check (fault in ('silent', 'failing', 'credentials')),
  constraint outages_ended_at_check check (ended_at >= began_at)
);
create unique index outages_open on outages (service) where ended_at is null;
create index outages_by_time on outages (began_at);

-- When the installation was last looked after: a backup made, its log sent, a restore proved or found faulty.
create table upkeep (
  what text not null,
  at timestamptz not null,
  constraint upkeep_pkey primary key (what),
  constraint upkeep_what_check check (what in ('backup', 'log', 'restore_proved', 'restore_faulty'))
);
