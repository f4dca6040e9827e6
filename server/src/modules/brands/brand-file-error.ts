import { readFileSync } from 'node:fs'
import type * as z from 'zod'

/** A file of a brand is missing or invalid. The message names the file, the key at fault and the problem. */
export class BrandFileError extends Error {
  readonly file: string
  /** Dotted path inside the file; empty if the whole file is at fault. */
  readonly key: string
  readonly reason: string

  constructor(file: string, key: string, reason: string) {
    super(key === '' ? `${file}: ${reason}` : `${file}: ${key}: ${reason}`)
    this.name = 'BrandFileError'
    this.file = file
    this.key = key
    this.reason = reason
  }
}

/** Reads a text file of a brand. @throws BrandFileError when it cannot be read */
export function readBrandText(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    throw new BrandFileError(file, '', 'cannot be read')
  }
}

/** Reads and validates a JSON file of a brand. @throws BrandFileError naming the first invalid key */
export function readBrandJson<S extends z.ZodType>(file: string, schema: S): z.output<S> {
  const source = readBrandText(file)
  let value: unknown
  try {
    value = JSON.parse(source)
  } catch (error) {
    throw new BrandFileError(file, '', `is not JSON: ${error instanceof Error ? error.message : 'unreadable'}`)
  }
  const parsed = schema.safeParse(value)
  if (parsed.success) return parsed.data
  const issue = parsed.error.issues[0]
  const unknown = issue?.code === 'unrecognized_keys' ? issue.keys[0] : undefined
  throw new BrandFileError(
    file,
    [...(issue?.path ?? []), ...(unknown === undefined ? [] : [unknown])].map(String).join('.'),
    unknown === undefined ? (issue?.message ?? 'is not valid') : 'is no key of this file',
  )
}
