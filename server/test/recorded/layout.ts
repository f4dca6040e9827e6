import { createHash } from 'node:crypto'

/** A value as lines of at most this width, if its parts allow it: a diff shows the part that changed. */
const width = 130

/** JSON with unquoted keys. `rest` is what the first line begins with, `indent` the spaces of the lines after it. */
export function layout(first: string, value: unknown, indent = ''): string[] {
  const flat = `${first}${inline(value)}`
  if (indent.length + flat.length <= width || typeof value !== 'object' || value === null) return [`${indent}${flat}`]
  const inner = `${indent}  `
  const [open, close] = Array.isArray(value) ? ['[', ']'] : ['{', '}']
  const isOfObjects = Array.isArray(value) && value.some((part) => typeof part === 'object' && part !== null)
  const parts = isOfObjects
    ? value.flatMap((part) => layout('', part, inner))
    : filled(value as Record<string, unknown>, inner, Array.isArray(value))
  return [`${indent}${first}${open}`, ...parts, `${indent}${close}`]
}

/** Short fields, or items of a list, share a line; one that does not fit has its own lines. */
function filled(value: Record<string, unknown>, indent: string, isList: boolean): string[] {
  const lines: string[] = []
  let line = ''
  const end = (): void => {
    if (line !== '') lines.push(`${indent}${line}`)
    line = ''
  }
  for (const [key, part] of Object.entries(value)) {
    if (part === undefined) continue
    const name = isList ? '' : `${key}: `
    const text = `${name}${inline(part)}`
    if (indent.length + text.length > width) {
      end()
      lines.push(...layout(name, part, indent))
    } else if (indent.length + line.length + 2 + text.length > width) {
      end()
      line = text
    } else line = line === '' ? text : `${line}, ${text}`
  }
  end()
  return lines
}

export function inline(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(inline).join(', ')}]`
  if (typeof value === 'object' && value !== null)
    return `{${Object.entries(value)
      .flatMap(([key, part]) => (part === undefined ? [] : [`${key}: ${inline(part)}`]))
      .join(', ')}}`
  if (typeof value === 'string' && value.startsWith(mark)) return value.slice(mark.length)
  return JSON.stringify(value) ?? 'undefined'
}

const mark = '\u0001'
/** A text that is written without quotes. */
export const asIs = (text: string): string => `${mark}${text}`

/** The last text of long objects, by their first field. */
export type Known = Map<string, string>

/** A long object that is the same as it was when it was last written is only named. */
export function abbreviated(value: unknown, known: Known, key = ''): unknown {
  if (Array.isArray(value)) return value.map((part) => abbreviated(part, known, `${key}[]`))
  if (typeof value !== 'object' || value === null) return value
  const text = inline(value)
  const [first] = Object.entries(value)
  if (key !== '' && text.length > width && first !== undefined && typeof first[1] !== 'object') {
    const name = `${key} ${inline(first[1])}`
    if (known.get(name) === text) return asIs(`{${first[0]}: ${inline(first[1])}, … as before}`)
    known.set(name, text)
  }
  return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, abbreviated(part, known, name)]))
}

const longest = 500
/** Long texts are represented by their beginning and a hash of the whole. */
export function shortened(value: unknown): unknown {
  if (typeof value === 'string' && value.length > longest)
    return `${value.slice(0, 120)}… ${value.length} characters, ${createHash('sha256').update(value).digest('hex').slice(0, 8)}`
  if (Array.isArray(value)) return value.map(shortened)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, shortened(part)]))
}
