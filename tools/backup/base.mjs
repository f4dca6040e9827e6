import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { Transform } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import { createGzip } from 'node:zlib'
import { Failure } from '../support/failure.mjs'
import { print } from '../support/output.mjs'
import { connect } from './databases.mjs'
import { copyLog } from './log.mjs'
import { writeParts } from './parts.mjs'
import { megabytes, progress } from './progress.mjs'
import { connectReplication, copyServer, identify, logName } from './replication.mjs'

/**
 * Copies a running server. Changes during the copy are in its log, which is copied up to the copy's end.
 * @param {{ server: import('./databases.mjs').Server, databases: import('./target.mjs').Storage, time: string,
 *   archive: string | undefined, whileLocked: <T>(work: () => Promise<T>) => Promise<T> }} options `databases`: the
 *   folder of that name; `archive`: the folder in which PostgreSQL archives its log by itself; `whileLocked`: nothing
 *   else receives the log meanwhile
 * @returns {Promise<import('./backups.mjs').DatabaseCopy>}
 */
export async function copyDatabase({ server, databases, time, archive, whileLocked }) {
  const { name, url, system, embedded, serves } = server
  const client = await connect(url, name)
  try {
    const { rows: sizes } = await client.query(
      "select clock_timestamp() as at, sum(pg_database_size(oid))::bigint as bytes from pg_database where has_database_privilege(oid, 'connect')",
    )
    const expected = Number(sizes[0].bytes)
    const startedAt = sizes[0].at.toISOString()
    print(`Copying ${megabytes(expected)} of database ${name} …`)
    const replication = await connectReplication(url, name)
    const { segmentBytes } = await identify(replication)
    const add = progress('copied', expected)
    let bytes = 0
    const { archive: source, finished } = copyServer(replication)
    const counted = new Transform({
      transform(chunk, _encoding, give) {
        bytes += chunk.length
        add(chunk.length)
        give(null, chunk)
      },
    })
    const compressed = createGzip({ level: 1 })
    // Passed on, so that the reader of the last one ends with the error.
    source.once('error', (error) => counted.destroy(error))
    counted.once('error', (error) => compressed.destroy(error))
    const parts = await writeParts(databases, `${name}/base/${time}`, source.pipe(counted).pipe(compressed)).finally(
      () => source.destroy(),
    )
    const { start, timeline, end } = await finished
    replication.connection.stream.destroy()
    const { rows } = await client.query('select clock_timestamp() as at')
    // Without the log up to this point, the copy cannot be restored.
    if (archive === undefined) await whileLocked(() => copyLog(databases, server, { timeline, start }))
    else await archived(client, join(archive, 'wal', `${logName(timeline, end - 1n, segmentBytes)}.gz`))
    const finishedAt = rows[0].at.toISOString()
    const firstLog = logName(timeline, start, segmentBytes)
    return { name, serves, embedded, system, startedAt, finishedAt, firstLog, bytes, parts }
  } finally {
    // The copy is complete; a connection that fails to close ends with the process.
    await client.end().catch(() => undefined)
  }
}

/**
 * Waits until a log file is in the folder.
 * @param {import('pg').Client} client @param {string} file
 */
async function archived(client, file) {
  const since = Date.now()
  for (let printed = since; !existsSync(file); await sleep(50)) {
    if (Date.now() - printed < 5000) continue
    printed = Date.now()
    const { rows } = await client.query(
      "select last_failed_wal as failed from pg_stat_archiver where last_failed_time > coalesce(last_archived_time, '-infinity')",
    )
    if (rows[0] !== undefined && Date.now() - since > 60_000)
      throw new Failure(
        `PostgreSQL could not copy its log file ${rows[0].failed}: is the disk full? Its own log says why.`,
      )
    print(`  waiting for the log, ${Math.round((Date.now() - since) / 1000)} s`)
  }
}
