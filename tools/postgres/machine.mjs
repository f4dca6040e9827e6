import { availableParallelism, totalmem } from 'node:os'

/**
 * @typedef {object} Machine
 * @property {number} memory megabytes
 * @property {number} cores
 * @property {boolean} dedicated whether only PostgreSQL uses the machine; an embedded one shares it with our processes
 */

/** The part of this machine that this process may use. @returns {Machine} */
export function thisMachine() {
  const bytes = totalmem()
  // The memory limit of the container; without one, it is 0 or larger than the machine's memory.
  const limit = process.constrainedMemory()
  const memory = Math.floor((limit > 0 && limit < bytes ? limit : bytes) / 1024 / 1024)
  return { memory, cores: availableParallelism(), dedicated: false }
}

/**
 * PostgreSQL's settings for a machine.
 * @param {Machine} machine
 * @returns {Record<string, string>}
 */
export function settingsFor({ memory, cores, dedicated }) {
  const share = dedicated ? memory : memory / 2
  const connections = within(50 * cores, 200, 500)
  return {
    // Small for an embedded one: buffers take memory from the start, and the operating system caches files anyway.
    shared_buffers: megabytes(dedicated ? within(share / 4, 128, 32_768) : within(share / 8, 128, 1024)),
    effective_cache_size: megabytes(Math.max(256, share * 0.75)),
    // A statement may use this several times, and each connection runs one statement.
    work_mem: megabytes(within(share / connections / 6, 4, 64)),
    maintenance_work_mem: megabytes(within(share / 16, 64, 2048)),
    max_connections: String(connections),
    // After a checkpoint, the first change of each page logs the whole page, so fewer checkpoints mean less log.
    max_wal_size: megabytes(within(share / 8, 1024, 32_768)),
    checkpoint_timeout: '15min',
    max_worker_processes: String(Math.max(8, cores)),
    max_parallel_workers: String(cores),
    // Limits parallel workers, so that one query occupies at most two additional cores.
    max_parallel_workers_per_gather: String(within(Math.floor(cores / 4), 0, 2)),
    max_parallel_maintenance_workers: String(within(Math.floor(cores / 2), 1, 4)),
    io_workers: String(within(Math.floor(cores / 4), 3, 32)),
  }
}

/** @param {number} value @param {number} least @param {number} most */
function within(value, least, most) {
  return Math.min(most, Math.max(least, value))
}

/** @param {number} value */
function megabytes(value) {
  return `${Math.floor(value)}MB`
}
