import { describe, expect, it } from 'vitest'
import { createRequireRead } from './read-only.ts'

const requireRead = createRequireRead(['wallets', 'ledger_transfers', 'sessions', 'payment_attempts'])

describe('a statement that may run on a replica', () => {
  it.each([
    'select 1',
    'with a as (select 1) select * from a',
    'select \'please update\', "delete" from t -- insert',
    'select updated_at, deleted_for from t',
  ])('%s', (text) => {
    expect(() => requireRead(text)).not.toThrow()
    expect(() => requireRead({ text, values: [] })).not.toThrow()
  })
  it.each([
    'select likes from wallets where member_id = $1',
    'select m.id from members m join "ledger_transfers" l on l.member_id = m.id',
    'select exists (select from sessions where token_hash = $1)',
    'select state from payment_attempts where id = $1',
  ])('does not decide about money or access: %s', (text) => {
    expect(() => requireRead(text)).toThrow(/may run on a replica reads \w+, which has to be up to date/)
  })
  it('may name them in a text', () => expect(() => requireRead("select 'wallets', wallets_seen from t")).not.toThrow())
  it.each([
    'insert into t values (1)',
    'update t set a = 1',
    'with gone as (delete from t returning id) select id from gone',
    'select id from t for update',
    'select id from t for no key update skip locked',
    'select id from t for key share',
    'select pg_advisory_xact_lock(1)',
    "select pg_try_advisory_lock(1), 'x'",
    "select nextval('s')",
    'begin',
    'set local statement_timeout = 1',
    "select graphile_worker.add_job('x')",
    'select send_one_message($1)',
  ])('is not: %s', (text) => {
    expect(() => requireRead(text)).toThrow(/may run on a replica/)
    // Refused each time, not only the first.
    expect(() => requireRead({ text })).toThrow(/may run on a replica/)
  })
})
