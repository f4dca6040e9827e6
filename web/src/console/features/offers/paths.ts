/** JSON that is edited. */
export type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json | undefined }
export type JsonObject = { readonly [key: string]: Json | undefined }
export type Path = readonly (string | number)[]

const isObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** The object of a text, if it is one. */
export function objectOf(text: string): JsonObject | undefined {
  try {
    const value: unknown = JSON.parse(text)
    return isObject(value) ? value : undefined
  } catch {
    // It is being typed: the page says so.
    return undefined
  }
}

export const textOf = (value: Json): string => `${JSON.stringify(value, null, 2)}\n`

export function valueAt(value: Json | undefined, [first, ...rest]: Path): Json | undefined {
  if (first === undefined) return value
  if (Array.isArray(value)) return valueAt(value[Number(first)] as Json | undefined, rest)
  return isObject(value) ? valueAt(value[String(first)], rest) : undefined
}

/** A copy with another value at a place; undefined leaves the key out. */
export function withValue(value: Json | undefined, [first, ...rest]: Path, to: Json | undefined): Json | undefined {
  if (first === undefined) return to
  if (typeof first === 'number' || Array.isArray(value)) {
    const list = Array.isArray(value) ? (value as readonly Json[]) : []
    return list.map((one, n) => (n === Number(first) ? (withValue(one, rest, to) ?? null) : one))
  }
  const object = isObject(value) ? value : {}
  const next = withValue(object[first], rest, to)
  return Object.fromEntries(
    Object.entries({ ...object, [first]: next }).filter((entry): entry is [string, Json] => entry[1] !== undefined),
  )
}
