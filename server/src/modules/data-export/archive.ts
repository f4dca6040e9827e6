import { Readable } from 'node:stream'
import type pg from 'pg'
import { ZipFile } from 'yazl'
import { exportConversations, type Reader } from '#modules/chat/index.ts'
import type { DataExportDeps, ExportedFile } from './deps.ts'

export type ArchiveDeps = Pick<DataExportDeps, 'pool' | 'storage' | 'exportedFiles'>

/** A file of the archive, opened in turn, so that memory holds only one page of rows. */
interface Part {
  readonly name: string
  open(): Promise<Readable>
}

/** Rows per query. */
const pageLength = 500

/**
 * Streams a ZIP of everything that is the member's own data.
 * @param onPart called after each finished part, with its number and the total
 */
export async function openArchive(
  deps: ArchiveDeps,
  reader: Reader,
  onPart: (done: number, all: number) => void,
): Promise<Readable> {
  const parts = await partsOf(deps, reader)
  const zip = new ZipFile()
  const output = zip.outputStream as Readable
  zip.on('error', (error) => output.destroy(error as Error))
  let current: Readable | undefined
  // A reader that disconnects ends the current part; later errors have no receiver.
  output.on('error', () => undefined).once('close', () => current?.destroy())
  let done = 0
  onPart(done, parts.length)
  for (const { name, open } of parts)
    zip.addReadStreamLazy(name, { compress: name.endsWith('.json') }, (give) => {
      open().then(
        (stream) => {
          current = stream
          stream.once('end', () => onPart((done += 1), parts.length))
          if (output.destroyed) stream.destroy()
          else give(null, stream)
        },
        (error: unknown) => give(error, Readable.from([])),
      )
    })
  zip.end()
  return output
}

async function partsOf({ pool, storage, exportedFiles }: ArchiveDeps, reader: Reader): Promise<Part[]> {
  const { rows: photos } = await pool.query<{ id: string; storage_key: string }>({
    name: 'photos to export',
    text: `select p.id, p.storage_key from (
        select id, storage_key, position from member_photos where member_id = $1 and removed_at is null
        union all select id, storage_key, 32767 from photo_verifications where member_id = $1 and storage_key is not null
        union all select a.id, a.storage_key, 32767 from message_media a where a.sender_id = $1 and a.seq is not null and not exists (
          select from hidden_messages h where h.conversation_id = a.conversation_id and h.seq = a.seq and h.member_id = $1)) p
      order by p.position, p.id`,
    values: [reader.memberId],
  })
  const pictures: Part[] = []
  for (const { id, storage_key: key } of photos) {
    if (!(await storage.stat(key))) continue
    const open = async () => (await storage.getStream(key)) ?? Readable.from([])
    const folder = key.startsWith('messages/') ? 'messages' : 'photos'
    pictures.push({ name: `${folder}/${id}.${key.split('.').at(-1)}`, open })
  }
  return [
    ...exportedFiles.map((one) => ({
      name: `${one.file}.json`,
      open: async () => jsonOf(rowsOf(pool, one, reader.memberId)),
    })),
    { name: 'conversations.json', open: async () => jsonOf(exportConversations(pool, reader)) },
    ...pictures,
  ]
}

/** Streams items as a JSON array. */
const jsonOf = (items: AsyncIterable<unknown>): Readable =>
  Readable.from(
    (async function* () {
      let before = '[\n'
      for await (const item of items) {
        yield `${before}${JSON.stringify(item)}`
        before = ',\n'
      }
      yield before === '[\n' ? '[]\n' : '\n]\n'
    })(),
    { objectMode: false },
  )

/** A page of a member's rows of a table: the first one, or that after the key `$2`. */
export const exportedPage = (
  { table, owner = 'member_id', key, columns, also = {}, where }: ExportedFile,
  which: 'first' | 'next',
): string => {
  const computed = Object.entries(also).map(([as, expression]) => `${expression} as ${as}`)
  return `select ${[...columns.split(' '), ...computed].join(', ')}, ${key} as export_key from ${table} where ${owner} = $1
        ${where === undefined ? '' : `and ${where}`} ${which === 'first' ? '' : `and ${key} > $2`}
        order by ${key} limit ${pageLength}`
}

async function* rowsOf(pool: pg.Pool, one: ExportedFile, memberId: string): AsyncGenerator<object> {
  for (let after: unknown; ;) {
    const { rows } = await pool.query<Record<string, unknown>>({
      text: exportedPage(one, after === undefined ? 'first' : 'next'),
      values: after === undefined ? [memberId] : [memberId, after],
    })
    for (const { export_key: last, ...row } of rows) {
      after = last
      yield row
    }
    if (rows.length < pageLength) return
  }
}
