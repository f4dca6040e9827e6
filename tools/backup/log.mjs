import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import { printWarning } from '../support/output.mjs'
import { connect } from './databases.mjs'
import { connectReplication, identify, readPosition, receiveLog, writePosition } from './replication.mjs'
import { readJson } from './target.mjs'

/** Keeps the log in the server until it was received. There is one, so one place at a time receives it. */
const SLOT = 'incontro_backup'

const compress = promisify(gzip)

/**
 * @typedef {object} LogState up to where a database's log was received
 * @property {string} system PostgreSQL's system identifier
 * @property {number} timeline
 * @property {string} next where to begin the next time
 * @property {string} until everything before this time, by PostgreSQL's clock, was received
 */

/** @param {string} name of the database */
export const stateKey = (name) => `${name}/log.json`

/**
 * Makes the server keep its log from now on, also if it had to give it up before.
 * @param {import('./databases.mjs').Server} server
 */
export async function keepLog(server) {
  const { url, name } = server
  if ((await keptFrom(server)) !== undefined) return
  await releaseLog(server)
  const replication = await connectReplication(url, name)
  try {
    await replication.query(`CREATE_REPLICATION_SLOT "${SLOT}" PHYSICAL (RESERVE_WAL true)`)
  } finally {
    await replication.end()
  }
}

/** The server no longer has to keep its log. @param {import('./databases.mjs').Server} server */
export async function releaseLog({ url, name }) {
  const client = await connect(url, name)
  try {
    const { rows } = await client.query('select from pg_replication_slots where slot_name = $1', [SLOT])
    if (rows.length === 0) return
  } finally {
    await client.end()
  }
  const replication = await connectReplication(url, name)
  try {
    await replication.query(`DROP_REPLICATION_SLOT "${SLOT}"`)
  } finally {
    await replication.end()
  }
}

/**
 * Receives what was added to the log of a server, up to now.
 * @param {import('./target.mjs').Storage} databases the folder of that name @param {import('./databases.mjs').Server} server
 * @param {{ timeline: number, start: bigint }} [copy] a copy that was just made, from which the log is needed if it was
 *   not received before
 * @returns {Promise<number>} how many log files were stored
 */
export async function copyLog(databases, server, copy) {
  const { name, system } = server
  /** @type {LogState | undefined} */
  const state = await readJson(databases, stateKey(name))
  const until = await timeOf(server)
  const client = await connectReplication(server.url, name)
  try {
    const { timeline, position, segmentBytes } = await identify(client)
    const from = await whereToBegin(server, state, timeline, copy)
    if (from === undefined) return 0
    if (timeline > 1) await copyHistory(client, databases, name, timeline)
    const begin = from - (from % segmentBytes)
    const last = position - (position % segmentBytes)
    /** @param {bigint} next @returns {LogState} */
    const stateAt = (next) => ({
      system,
      timeline,
      next: writePosition(next),
      until: next < last ? (state?.until ?? until) : until,
    })
    let files = 0
    if (position > begin)
      await receiveLog(client, {
        slot: SLOT,
        from: begin,
        until: position,
        timeline,
        segmentBytes,
        async store(file, content, next) {
          await databases.put(`${name}/wal/${file}.gz`, await compress(content, { level: 1 }))
          files += 1
          await databases.put(stateKey(name), JSON.stringify(stateAt(next)))
        },
      })
    await databases.put(stateKey(name), JSON.stringify(stateAt(last)))
    return files
  } finally {
    // It may still be receiving; nothing of it is used any more.
    client.connection.stream.destroy()
  }
}

/**
 * @param {import('./databases.mjs').Server} server @param {LogState | undefined} state @param {number} timeline
 * @param {{ timeline: number, start: bigint }} [copy]
 * @returns {Promise<bigint | undefined>} undefined: not before there is a copy
 */
async function whereToBegin(server, state, timeline, copy) {
  const kept = await keptFrom(server)
  const next = state === undefined ? undefined : readPosition(state.next)
  const follows = state?.system === server.system && state.timeline === timeline
  if (next !== undefined && follows && kept !== undefined && kept <= next) return next
  if (state !== undefined)
    printWarning(
      copy === undefined
        ? `The server of database ${server.name} no longer has its log after ${state.until}: make a backup, with which it goes on.`
        : `The log of database ${server.name} after ${state.until} is not here: earlier backups can be restored up to then.`,
    )
  return copy?.start
}

/** @param {import('./databases.mjs').Server} server @returns {Promise<bigint | undefined>} */
async function keptFrom({ url, name }) {
  const client = await connect(url, name)
  try {
    const { rows } = await client.query(
      "select restart_lsn::text as kept from pg_replication_slots where slot_name = $1 and wal_status <> 'lost'",
      [SLOT],
    )
    const kept = rows[0]?.kept
    return typeof kept === 'string' ? readPosition(kept) : undefined
  } finally {
    await client.end()
  }
}

/** @param {import('./databases.mjs').Server} server */
async function timeOf({ url, name }) {
  const client = await connect(url, name)
  try {
    // A commit gets its time shortly before it is in the log.
    const { rows } = await client.query("select clock_timestamp() - interval '1 second' as at")
    return rows[0].at.toISOString()
  } finally {
    await client.end()
  }
}

/**
 * Where the timeline left the one before, which a restore has to know.
 * @param {import('./replication.mjs').Replication} client @param {import('./target.mjs').Storage} databases
 * @param {string} name @param {number} timeline
 */
async function copyHistory(client, databases, name, timeline) {
  const { rows } = await client.query(`TIMELINE_HISTORY ${timeline}`)
  const { filename, content } = rows[0]
  await databases.put(`${name}/wal/${filename}.gz`, await compress(content, { level: 1 }))
}
