import { vi } from 'vitest'
import type pg from 'pg'

/*
 * The time in a recording. It stands still and moves only between two steps, for the program and the stand-ins, which
 * run in this process, and for SQL's now(). Only timers keep the real time.
 */

const start = new Date('2027-03-01T10:00:00.000Z')

/** A schema that PostgreSQL searches before its own functions. */
const preparation = `
  create schema recorded;
  create table recorded.clock (at timestamptz not null);
  insert into recorded.clock values ('${start.toISOString()}');
  create function recorded.now() returns timestamptz language sql stable as 'select at from recorded.clock';
  create function recorded.age(timestamptz) returns interval language sql stable as
    'select pg_catalog.age(date_trunc(''day'', recorded.now()), $1)';
  do $$ declare at record; begin
    -- The default of a column is PostgreSQL's own function, whatever is searched first.
    for at in select table_name, column_name from information_schema.columns
      where table_schema = 'public' and column_default in ('now()', 'pg_catalog.now()', 'CURRENT_TIMESTAMP') loop
      execute format('alter table public.%I alter column %I set default recorded.now()', at.table_name, at.column_name);
    end loop;
    execute format('alter database %I set search_path = recorded, pg_catalog, public', current_database());
    execute format('alter database %I set timezone = ''UTC''', current_database());
  end $$`

export interface FixedClock {
  now(): Date
  pass(milliseconds: number): Promise<void>
}

/** Stops the time. Call it before the first connection that is to follow it. */
export async function stopClock(client: pg.Client): Promise<FixedClock> {
  // `Date` alone: sockets, time-outs and the database's driver need real timers.
  vi.useFakeTimers({ toFake: ['Date'], now: start })
  await client.query(preparation)
  return {
    now: () => new Date(),
    async pass(milliseconds) {
      vi.setSystemTime(new Date(Date.now() + milliseconds))
      await client.query('update recorded.clock set at = $1', [new Date()])
    },
  }
}

export const restoreClock = (): void => void vi.useRealTimers()
