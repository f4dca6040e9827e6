import { fixed, sweptBy, type Tables } from '#platform/database/table.ts'

export const tables = {
  installation_secrets: {
    holds: 'when the installation first and last wrote with a secret key; not the key itself',
    keep: fixed,
    erase: 'names no member',
    export: { none: 'of the installation, names no member' },
    pool: 'shared',
    noBrand: 'of the installation, and no secret itself',
  },
  job_workers: {
    holds: 'the heartbeat of a process that runs jobs',
    keep: sweptBy('signs of life'),
    erase: 'names no member',
    export: { none: 'how the program works, gone in a moment' },
    pool: 'own',
    noBrand: 'signs of life of the processes that run jobs',
  },
  limit_counters: {
    holds: 'hits of a rate limit that holds across processes, under a hashed bucket',
    keep: sweptBy('an hourly job'),
    erase: { stays: 'hashes, removed within a day' },
    export: { none: 'how the program works, gone in a moment' },
    pool: 'shared',
    noBrand: 'hashed buckets, swept every hour',
  },
  outbox: {
    holds: 'an event that the relay has yet to pass on',
    keep: sweptBy('the relay'),
    erase: { stays: 'removed within seconds' },
    export: { none: 'how the program works, gone in a moment' },
    pool: 'own',
    noBrand: 'on its way out',
  },
  schema_migrations: {
    holds: 'a migration or function that was applied',
    keep: fixed,
    erase: 'names no member',
    export: { none: 'of the installation, names no member' },
    pool: 'own',
    noBrand: 'the program’s own history',
  },
  used_tokens: {
    holds: 'the hash of a proof that counts once: a solved challenge, a sealed cookie, a signed notification',
    keep: sweptBy('an hourly job'),
    erase: { stays: 'hashes, removed when they have expired' },
    export: { none: 'hashes and tokens only' },
    pool: 'shared',
    noBrand: 'hashes of single-use tokens, swept when those have expired',
  },
} as const satisfies Tables
