import pg from 'pg'
import { PassThrough } from 'node:stream'
import { Failure } from '../support/failure.mjs'

/**
 * PostgreSQL's streaming replication protocol, by which a server elsewhere gives a copy of itself and its log.
 *
 * @typedef {import('pg').Client & { connection: import('node:events').EventEmitter & {
 *   stream: import('node:net').Socket, sendCopyFromChunk: (chunk: Buffer) => void } }} Replication
 */

/** @param {string} url @param {string} name of the database, for messages @returns {Promise<Replication>} */
export async function connectReplication(url, name) {
  const { postgresAddress } = await import('#server/platform/database/connection-address.ts')
  const options = { connectionString: postgresAddress(url), application_name: 'backup', replication: 'true' }
  const client = /** @type {Replication} */ (new pg.Client(options))
  // A broken connection makes the running command fail, and that failure is reported.
  client.on('error', () => undefined)
  try {
    await client.connect()
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    throw new Failure(
      `Database ${name}: ${reason}. Its role needs REPLICATION (alter role … replication), and pg_hba.conf a line for the database “replication”.`,
      { cause: error },
    )
  }
  return client
}

/** @param {Replication} client */
export async function identify(client) {
  const { rows } = await client.query('IDENTIFY_SYSTEM')
  const { rows: sizes } = await client.query('SHOW wal_segment_size')
  const { timeline, xlogpos } = rows[0]
  return {
    timeline: Number(timeline),
    position: readPosition(xlogpos),
    segmentBytes: bytesOf(sizes[0].wal_segment_size),
  }
}

/** @param {string} size like 16MB */
function bytesOf(size) {
  const [, number, unit] = /^(\d+)(MB|GB)$/.exec(size) ?? []
  return BigInt(number ?? 16) * 1024n ** (unit === 'GB' ? 3n : 2n)
}

/** Reads a position in the log, such as 1/6F00A0. @param {string} text */
export function readPosition(text) {
  const [high = '', low = ''] = text.split('/')
  return (BigInt(`0x${high}`) << 32n) | BigInt(`0x${low}`)
}

/** @param {bigint} position */
export const writePosition = (position) =>
  `${(position >> 32n).toString(16)}/${(position & 0xffffffffn).toString(16)}`.toUpperCase()

/** The name of the log file with a position. @param {number} timeline @param {bigint} position @param {bigint} segmentBytes */
export function logName(timeline, position, segmentBytes) {
  const segment = position / segmentBytes
  const perId = 0x100000000n / segmentBytes
  return [BigInt(timeline), segment / perId, segment % perId]
    .map((number) => number.toString(16).toUpperCase().padStart(8, '0'))
    .join('')
}

/**
 * Begins a copy of the server.
 * @param {Replication} client
 * @returns {{ archive: PassThrough, finished: Promise<{ start: bigint, timeline: number, end: bigint }> }} `archive`: of
 *   the form tar
 */
export function copyServer(client) {
  const { connection } = client
  const archive = new PassThrough({ highWaterMark: 1024 * 1024 })
  archive.on('drain', () => connection.stream.resume())
  connection.on('copyData', (/** @type {{ chunk: Buffer }} */ { chunk }) => {
    // The first byte says what follows: d for a piece of the archive, n for a new one. The buffer is used again.
    if (chunk[0] === 0x64 && !archive.write(Buffer.from(chunk.subarray(1)))) connection.stream.pause()
  })
  const finished = client
    .query("BASE_BACKUP (LABEL 'incontro', CHECKPOINT 'fast', WAIT false, MANIFEST 'no')")
    .then((results) => {
      const all = /** @type {import('pg').QueryResult[]} */ (/** @type {unknown} */ (results))
      const [begun, , ended] = all.filter(({ fields }) => fields.length > 0).map(({ rows }) => rows[0])
      archive.end()
      return {
        start: readPosition(begun.recptr),
        timeline: Number(begun.tli),
        end: readPosition(ended.recptr),
      }
    })
  finished.catch((error) => archive.destroy(error))
  return { archive, finished }
}

/**
 * Receives the log, one file after the other.
 * @param {Replication} client
 * @param {{ slot: string, from: bigint, until: bigint, timeline: number, segmentBytes: bigint,
 *   store: (name: string, content: Buffer, next: bigint) => Promise<void> }} options `from`: where a file begins;
 *   `store` gets each file, the last one filled up with zeros, and where to begin the next time: what is before that,
 *   PostgreSQL may forget
 */
export async function receiveLog(client, { slot, from, until, timeline, segmentBytes, store }) {
  const { connection } = client
  /** @type {Buffer[]} */
  const waiting = []
  let wake = () => undefined
  /** @type {unknown} */
  let failure
  const size = Number(segmentBytes)
  connection.on('copyData', (/** @type {{ chunk: Buffer }} */ { chunk }) => {
    waiting.push(Buffer.from(chunk))
    if (waiting.length > 64) connection.stream.pause()
    wake()
  })
  client
    .query(`START_REPLICATION SLOT "${slot}" PHYSICAL ${writePosition(from)} TIMELINE ${timeline}`)
    .then(() => Promise.reject(new Error('the server ended its log')))
    .catch((error) => {
      failure = error
      wake()
    })
  let [position, begin, confirmed] = [from, from, from]
  let content = Buffer.alloc(size)
  const storeFile = async (/** @type {bigint} */ next) => {
    await store(logName(timeline, begin, segmentBytes), content, next)
    confirmed = next
    connection.sendCopyFromChunk(statusOf(confirmed))
  }
  while (position < until) {
    if (waiting.length === 0) {
      if (failure !== undefined) throw failure
      const woken = /** @type {Promise<void>} */ (new Promise((resolve) => (wake = () => void resolve())))
      connection.stream.resume()
      await woken
      continue
    }
    const message = /** @type {Buffer} */ (waiting.shift())
    // k: still there; its last byte asks for a sign of life.
    if (message[0] === 0x6b && message.at(-1) === 1) connection.sendCopyFromChunk(statusOf(confirmed))
    if (message[0] !== 0x77) continue
    if (message.readBigUInt64BE(1) !== position) throw new Error('the server left out a part of its log')
    for (let rest = message.subarray(25); rest.length > 0;) {
      const taken = rest.copy(content, Number(position - begin))
      rest = rest.subarray(taken)
      position += BigInt(taken)
      if (position - begin < segmentBytes) continue
      await storeFile(position)
      begin = position
      content = Buffer.alloc(size)
    }
  }
  if (position > begin) await storeFile(begin)
  // The last status is sent before the connection ends.
  await new Promise((resolve) => connection.stream.write('', resolve))
}

/** Standby status update: what was written, stored and used. @param {bigint} position */
function statusOf(position) {
  const status = Buffer.alloc(34)
  status[0] = 0x72
  for (const at of [1, 9, 17]) status.writeBigUInt64BE(position, at)
  // Microseconds since 2000, which PostgreSQL only shows.
  status.writeBigInt64BE(BigInt(Date.now() - 946_684_800_000) * 1000n, 25)
  return status
}
