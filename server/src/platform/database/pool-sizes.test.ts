import { expect, it } from 'vitest'
import { settingsFor } from '../../../../tools/postgres/machine.mjs'
import { poolSizesFor } from './pool-sizes.ts'

it.each([
  [
    { memory: 512, cores: 1 },
    { requests: 10, jobs: 20 },
  ],
  [
    { memory: 4096, cores: 2 },
    { requests: 20, jobs: 20 },
  ],
  [
    { memory: 1500, cores: 8 },
    { requests: 23, jobs: 20 },
  ],
  [
    { memory: 65_536, cores: 32 },
    { requests: 40, jobs: 24 },
  ],
])('a process on %j opens up to %j', (machine, sizes) => expect(poolSizesFor(machine)).toEqual(sizes))

it.each([1, 2, 4, 16, 64])(
  'the embedded PostgreSQL of %i cores has room for two processes, and for commands',
  (cores) => {
    const machine = { memory: 1024 * 1024, cores }
    const { requests, jobs } = poolSizesFor(machine)
    const most = Number(settingsFor({ ...machine, dedicated: false })['max_connections'])
    expect(2 * (requests + jobs) + 40).toBeLessThanOrEqual(most)
  },
)
