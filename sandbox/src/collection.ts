import { appendFileSync, existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'

/**
 * A bounded set of records kept in memory and in one file of JSON lines.
 * `put` writes to disk before it returns, so a record that was answered survives a restart (even after `kill -9`).
 * The newest `limit` records are kept; the file is rewritten atomically when it holds too many old lines.
 */
export interface Collection<T extends { readonly id: string }> {
  get(id: string): T | undefined
  put(record: T): T
  /** Oldest first. */
  all(): T[]
  /** Newest first. */
  newest(count?: number): T[]
}

export function openCollection<T extends { readonly id: string }>(file: string, limit: number): Collection<T> {
  mkdirSync(dirname(file), { recursive: true })
  const records = new Map<string, T>(readLines<T>(file))
  let lines = 0

  const trim = () => {
    for (const id of records.keys()) {
      if (records.size <= limit) break
      records.delete(id)
    }
  }
  const rewrite = () => {
    const text = [...records.values()].map((record) => `${JSON.stringify(record)}\n`).join('')
    writeFileSync(`${file}.new`, text, { mode: 0o600 })
    renameSync(`${file}.new`, file)
    lines = records.size
  }
  trim()
  // Rewriting also removes a line that a killed process left incomplete.
  if (existsSync(file)) rewrite()

  return {
    get: (id) => records.get(id),
    put(record) {
      records.set(record.id, record)
      trim()
      if (lines > 2 * limit + 200) rewrite()
      else {
        appendFileSync(file, `${JSON.stringify(record)}\n`, { mode: 0o600 })
        lines += 1
      }
      return record
    },
    all: () => [...records.values()],
    newest: (count = limit) => [...records.values()].slice(-count).reverse(),
  }
}

function* readLines<T extends { readonly id: string }>(file: string): Generator<[string, T]> {
  for (const line of readText(file).split('\n')) {
    const record = parseLine<T>(line)
    if (record) yield [record.id, record]
  }
}

function readText(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return ''
    throw error
  }
}

function parseLine<T>(line: string): T | null {
  if (line === '') return null
  try {
    return JSON.parse(line) as T
  } catch {
    return null // the last line of a process that was killed while it wrote
  }
}
