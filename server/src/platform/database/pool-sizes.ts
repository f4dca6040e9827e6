import { availableParallelism, totalmem } from 'node:os'

/** The part of a machine that this process may use. */
export interface Machine {
  /** Megabytes. */
  readonly memory: number
  readonly cores: number
}

/** Most connections of a process to one database. */
export interface PoolSizes {
  /** For requests and events. */
  readonly requests: number
  /** For jobs and the outbox. */
  readonly jobs: number
}

/**
 * More statements at once than cores can run only wait in PostgreSQL instead of here, and each connection takes memory
 * on both sides. The least of jobs is what the fifteen of the four lanes need at once, beside the outbox and what listens.
 */
export function poolSizesFor({ memory, cores }: Machine): PoolSizes {
  const fitting = (perCore: number, least: number, most: number, megabytesEach: number): number =>
    Math.max(least, Math.min(perCore * cores, most, Math.floor(memory / megabytesEach)))
  return { requests: fitting(10, 10, 40, 64), jobs: fitting(8, 20, 24, 128) }
}

/** Those for this machine, or the container's limits. */
export function poolSizes(): PoolSizes {
  const limit = process.constrainedMemory()
  const bytes = totalmem()
  const memory = Math.floor((limit > 0 && limit < bytes ? limit : bytes) / 1024 / 1024)
  return poolSizesFor({ memory, cores: availableParallelism() })
}
