import { abbreviated, shortened, layout, type Known } from './layout.ts'
import type { FixedClock } from './clock.ts'
import type { Names } from './names.ts'
import { isEpoch, relative, relativeTimes } from './times.ts'

/** The lines of a recording. */
export interface Page {
  line(text: string): void
  /** Writes a value. What was written before is abbreviated if `isNew` is false. */
  put(indent: string, first: string, value: unknown, isNew?: boolean): void
  /** With names for what differs from run to run, and times relative to the step's. */
  shown(text: string): string
  text(): string
}

export function createPage(names: Pick<Names, 'apply'>, clock: FixedClock): Page {
  const lines: string[] = []
  const seen: Known = new Map()
  const shown = (text: string): string => relativeTimes(names.apply(text), clock.now())
  return {
    line: (text) => void lines.push(text),
    put(indent, first, value, isNew = true) {
      const named = shortened(JSON.parse(shown(JSON.stringify(withTimes(value, clock.now())) ?? 'null')))
      for (const line of layout(first, isNew ? named : abbreviated(named, seen), indent)) lines.push(line)
    },
    shown,
    text: () => `${lines.join('\n').trim()}\n`,
  }
}

/** Numbers that are times, written like the other times; compressed files are not always of the same size. */
export function withTimes(value: unknown, now: Date, name = ''): unknown {
  if (typeof value === 'number' && /^size(_bytes)?$/.test(name)) return '<size>'
  if (name === 'nonce') return '<nonce>'
  if (typeof value === 'number' && isEpoch(value, now)) return relative(value, now.getTime())
  if (Array.isArray(value)) return value.map((part) => withTimes(part, now))
  if (value instanceof Date) return value
  if (typeof value === 'object' && value !== null)
    return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, withTimes(part, now, key)]))
  return value
}
