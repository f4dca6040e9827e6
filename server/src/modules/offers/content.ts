import type { OfferKind } from '@incontro/contract/admin'
import { createHash } from 'node:crypto'
import { Failure } from '#platform/http/problem.ts'

/** Deeper than any file of ours. */
const deepest = 12

/** JSON with the keys of every object in order: the same content is the same text. */
function canonical(value: unknown, depth = 0): unknown {
  if (typeof value !== 'object' || value === null) return value
  if (depth > deepest) throw unreadable('It is nested too deeply')
  if (Array.isArray(value)) return value.map((one) => canonical(one, depth + 1))
  return Object.entries(value)
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([key, one]) => [key, canonical(one, depth + 1)])
}

/** The hash of everything that a second person approves. */
export const digestOf = (content: unknown): Buffer =>
  createHash('sha256')
    .update(JSON.stringify(canonical(content)))
    .digest()

const unreadable = (message: string) => new Failure(400, 'offer_unreadable', { field: 'content', message })

/**
 * What was sent as the text of a file.
 * @throws Failure 400 `offer_unreadable`
 */
export function contentOf(kind: OfferKind, text: string): unknown {
  if (kind === 'legal') return text
  let content: unknown
  try {
    content = JSON.parse(text)
  } catch (error) {
    throw unreadable(`It is no JSON: ${error instanceof Error ? error.message : 'unreadable'}`)
  }
  if (typeof content !== 'object' || content === null || Array.isArray(content))
    throw unreadable('It is no JSON object')
  // What PostgreSQL cannot store: escaped, it has passed as a text.
  if (/\\u(?:0000|d[89a-f][0-9a-f]{2})/i.test(JSON.stringify(content)))
    throw unreadable('It has characters that cannot be stored')
  canonical(content)
  return content
}

/** The text of the file. */
export const textOf = (content: unknown): string =>
  typeof content === 'string' ? content : `${JSON.stringify(content, null, 2)}\n`
