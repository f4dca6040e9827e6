import { createHash } from 'node:crypto'
import { createInterface } from 'node:readline'
import { PassThrough } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGunzip } from 'node:zlib'
import type { Storage } from '../storage.ts'
import { archivedTables } from './tables.ts'
import { addTo } from './totals.ts'
import { type Manifest, manifestOf } from './write-month.ts'

export interface FileCheck {
  readonly manifest: Manifest | undefined
  /** What differs between file and manifest; empty if they agree. */
  readonly problems: readonly string[]
}

/** Reads a file whole and compares it with its manifest. `onRow` receives each row. */
export async function readManifest(
  storage: Storage,
  file: string,
  onRow: (row: Readonly<Record<string, unknown>>) => void = () => undefined,
): Promise<FileCheck> {
  const manifest = parse(await storage.get(manifestOf(file)))
  if (!manifest) return { manifest, problems: ['its manifest is missing or unreadable'] }
  const stream = await storage.getStream(file)
  if (!stream) return { manifest, problems: ['the file is missing'] }
  const rule = archivedTables[manifest.table]?.totals
  const totals: Record<string, number> = {}
  const hash = createHash('sha256')
  let [rows, bytes] = [0, 0]
  const problems: string[] = []
  const hashed = new PassThrough()
  hashed.on('data', (chunk: Buffer) => {
    hash.update(chunk)
    bytes += chunk.length
  })
  const text = new PassThrough()
  const reading = (async () => {
    for await (const line of createInterface({ input: text })) {
      const row = JSON.parse(line) as Record<string, unknown>
      rows += 1
      addTo(totals, rule, row)
      onRow(row)
    }
  })()
  try {
    await Promise.all([pipeline(stream, hashed, createGunzip(), text), reading])
  } catch (error) {
    // Reported as the file's fault; the other files are still read.
    text.destroy()
    problems.push(`it cannot be read: ${error instanceof Error ? error.message : String(error)}`)
    return { manifest, problems }
  }
  const differs = (what: string, found: unknown, expected: unknown): void => {
    if (found !== expected) problems.push(`${what}: ${String(found)}, the manifest says ${String(expected)}`)
  }
  differs('sha256', hash.digest('hex'), manifest.sha256)
  differs('bytes', bytes, manifest.bytes)
  differs('rows', rows, manifest.rows)
  differs('totals', sorted(totals), sorted(manifest.totals))
  return { manifest, problems }
}

const sorted = (totals: Readonly<Record<string, number>>): string =>
  JSON.stringify(Object.entries(totals).sort(([one], [other]) => (one < other ? -1 : 1)))

function parse(text: Buffer | undefined): Manifest | undefined {
  try {
    return text && (JSON.parse(text.toString()) as Manifest)
  } catch {
    // The caller reports an unreadable manifest.
    return undefined
  }
}
