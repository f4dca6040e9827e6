import type { $ZodCheck, $ZodType, $ZodTypes } from 'zod/v4/core'

/** What a schema makes of a value, or `refused`. */
type Take = (value: unknown) => unknown
type Test = (value: unknown) => boolean

/** The value may still be valid: the schema's own parser decides, and says what is wrong. */
export const refused = Symbol('refused')

/**
 * Builds a parser of plain JSON from a schema of the API. It takes what the schema would only bring into its order of
 * keys, at a seventh of the cost: the schemas are interpreted, and collect issues of every part. Undefined for a schema
 * with something that it does not know.
 */
export function quickParse(schema: $ZodType): Take | undefined {
  try {
    return takeOf(schema)
  } catch (error) {
    if (error instanceof Unknown) return undefined
    throw error
  }
}

class Unknown extends Error {}

function takeOf(schema: $ZodType): Take {
  const { def } = (schema as $ZodTypes)._zod
  const tests = ((def.checks ?? []) as unknown as readonly $ZodCheck<unknown>[]).map(passes)
  const take = kindOf(schema)
  if (tests.length === 0) return take
  return (value) => {
    const taken = take(value)
    return taken !== refused && tests.every((test) => test(taken)) ? taken : refused
  }
}

const only =
  (test: Test): Take =>
  (value) =>
    test(value) ? value : refused

/** By the schema's type, without its checks. */
function kindOf(schema: $ZodType): Take {
  const { def } = (schema as $ZodTypes)._zod
  if ('coerce' in def && def.coerce) throw new Unknown()
  switch (def.type) {
    case 'string': {
      const hasFormat: Test = 'format' in def ? passes(schema as unknown as $ZodCheck<unknown>) : () => true
      return only((value) => typeof value === 'string' && hasFormat(value))
    }
    case 'number': {
      if (!('format' in def)) return only(Number.isFinite)
      if (def.format !== 'safeint') throw new Unknown()
      return only(Number.isSafeInteger)
    }
    case 'boolean':
      return only((value) => typeof value === 'boolean')
    case 'unknown':
      return only(() => true)
    case 'literal':
    case 'enum': {
      const values: ReadonlySet<unknown> = new Set(def.type === 'enum' ? Object.values(def.entries) : def.values)
      return only((value) => values.has(value))
    }
    case 'nullable': {
      const inner = takeOf(def.innerType)
      return (value) => (value === null ? null : inner(value))
    }
    case 'optional': {
      const inner = takeOf(def.innerType)
      return (value) => (value === undefined ? undefined : inner(value))
    }
    case 'union':
      return oneOf(def.options)
    case 'array':
      return listOf(def.element)
    case 'record': {
      const [keys, values] = [takeOf(def.keyType), takeOf(def.valueType)]
      // Its values keep their order, so it is only taken if they are as they should be.
      return only(
        (value) =>
          isPlain(value) && Object.keys(value).every((key) => keys(key) === key && values(value[key]) === value[key]),
      )
    }
    case 'object':
      return objectOf(def)
    default:
      throw new Unknown()
  }
}

function oneOf(schemas: readonly $ZodType[]): Take {
  // The first that fits decides, and one that overwrites would fit more than what is taken by it.
  const overwrites = ({ _zod }: $ZodType): boolean =>
    (_zod.def.checks ?? []).some((check) => check._zod.def.check === 'overwrite')
  if (schemas.some(overwrites)) throw new Unknown()
  const options = schemas.map(takeOf)
  return (value) => {
    for (const option of options) {
      const taken = option(value)
      if (taken !== refused) return taken
    }
    return refused
  }
}

function listOf(schema: $ZodType): Take {
  const element = takeOf(schema)
  return (value) => {
    if (!Array.isArray(value)) return refused
    const list: unknown[] = []
    for (const one of value) {
      const taken = element(one)
      if (taken === refused) return refused
      list.push(taken)
    }
    return list
  }
}

function objectOf(def: Extract<$ZodTypes['_zod']['def'], { type: 'object' }>): Take {
  // Another object than a strict one loses the keys that it does not declare.
  if (def.catchall?._zod.def.type !== 'never') throw new Unknown()
  const fields = Object.entries(def.shape).map(([key, schema]) => ({
    key,
    take: takeOf(schema),
    isOptional: schema._zod.optin === 'optional' && schema._zod.optout === 'optional',
  }))
  const declared = new Set(fields.map(({ key }) => key))
  return (value) => {
    if (!isPlain(value)) return refused
    for (const key in value) if (!declared.has(key)) return refused
    const object: Record<string, unknown> = {}
    for (const { key, take, isOptional } of fields) {
      const given = value[key]
      if (given === undefined) {
        if (!isOptional) return refused
        continue
      }
      const taken = take(given)
      if (taken === refused) return refused
      object[key] = taken
    }
    return object
  }
}

function isPlain(value: unknown): value is Record<string, unknown> {
  if (typeof value !== 'object' || value === null) return false
  const prototype: unknown = Object.getPrototypeOf(value)
  return prototype === Object.prototype || prototype === null
}

/** One of a schema's checks by itself: no issue, and nothing overwritten. */
function passes(check: $ZodCheck<unknown>): Test {
  const { when } = check._zod.def
  return (value) => {
    const payload = { value, issues: [] }
    if (when && !when(payload)) return true
    // A promise: nothing that is checked here waits.
    if (check._zod.check(payload) !== undefined) return false
    return payload.issues.length === 0 && payload.value === value
  }
}
