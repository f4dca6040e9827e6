import { routes } from '@incontro/contract'
import { expect, it } from 'vitest'
import { safeEncode, type $ZodType } from 'zod/v4/core'
import * as z from 'zod/mini'
import { quickParse, refused } from './quick-parse.ts'

const id = '01a21835-5b82-7b2d-addc-2fc794b3161a'
const simple = [null, undefined, true, 0, 1.5, -3, NaN, Infinity, 2 ** 60, () => 1, Symbol('a')]
const texts = ['', 'a', 'abcdef', 'Blue', id, id.toUpperCase(), '2026-11-26T10:00:00Z', '2026-11-26']
const addresses = ['https://a.example', ' https://a.example']
const lists = [[], ['a'], ['a', 1], [undefined]]
const objects = [{}, { a: 'a' }, { a: 'a', b: 1 }, { a: 'a', b: undefined }, { a: 1 }, { b: 1 }, { a: 'a', c: 1 }]
const otherObjects = [{ a: null }, { a: 'a', toJSON: () => 'x' }, JSON.parse('{"a":"a","__proto__":1}') as unknown]
const foreign = [new Date(0), new Map([['a', 'a']]), Object.assign(Object.create({ a: 'a' }) as object, { b: 1 })]
/** Values of every kind, each of which some schema below takes, changes or refuses. */
const values: readonly unknown[] = [simple, texts, addresses, lists, objects, otherObjects, foreign].flat()
const schemas: Record<string, $ZodType> = {
  text: z.string(),
  'long text': z.string().check(z.minLength(2), z.maxLength(5)),
  'text of a form': z.string().check(z.regex(/^a+$/)),
  id: z.uuid(),
  'id in small letters': z.uuid().check(z.toLowerCase()),
  time: z.iso.datetime(),
  address: z.url(),
  number: z.number(),
  whole: z.int(),
  'whole within': z.int().check(z.gte(0), z.lte(1)),
  'yes or no': z.boolean(),
  anything: z.unknown(),
  literal: z.literal([1.5, 'a', null]),
  enum: z.enum(['a', 'Blue']),
  nullable: z.nullable(z.string()),
  optional: z.optional(z.string()),
  union: z.union([z.string(), z.array(z.string())]),
  list: z.array(z.string()),
  'short list': z.array(z.string()).check(z.maxLength(1)),
  record: z.record(z.string(), z.string()),
  object: z.strictObject({ a: z.string(), b: z.optional(z.int()) }),
  'object with a rule': z.strictObject({ a: z.string() }).check(z.refine(({ a }) => a === 'b')),
  'object of objects': z.strictObject({ a: z.nullable(z.strictObject({ b: z.int() })) }),
}

it.each(Object.entries(schemas))(
  'takes of a schema (%s) what parsing leaves as it is, and as parsing writes it',
  (_name, schema) => {
    const parse = quickParse(schema)
    expect(parse).toBeDefined()
    for (const value of values) {
      const [quick, full] = [parse?.(value), safeEncode(schema, value as never)]
      if (quick === refused) {
        // What it refuses is invalid, or changed by parsing, or no plain JSON.
        if (full.success && !isForeign(value)) expect(JSON.stringify(full.data)).not.toBe(JSON.stringify(value))
        continue
      }
      expect(full.success).toBe(true)
      expect(JSON.stringify(quick)).toBe(JSON.stringify(full.data))
    }
  },
)

/** An object with a prototype of its own: parsing may accept it, but JSON would write something else of it. */
const isForeign = (value: unknown): boolean =>
  typeof value === 'object' &&
  value !== null &&
  !Array.isArray(value) &&
  ![Object.prototype, null].includes(Object.getPrototypeOf(value) as object)

it('brings keys into the order of the schema', () => {
  const schema = z.strictObject({ a: z.int(), b: z.array(z.strictObject({ c: z.int(), d: z.optional(z.int()) })) })
  const parsed = quickParse(schema)?.({ b: [{ d: 2, c: 1 }], a: 0 })
  expect(JSON.stringify(parsed)).toBe('{"a":0,"b":[{"c":1,"d":2}]}')
})

it.each([
  ['removes keys', z.object({ a: z.string() })],
  ['sets a default', z.strictObject({ a: z._default(z.string(), 'a') })],
  ['changes a value', z.pipe(z.string(), z.transform(Number))],
  ['overwrites in one of several forms', z.union([z.string().check(z.toLowerCase()), z.string()])],
])('leaves a schema that %s to the parser', (_what, schema) => {
  expect(quickParse(schema)).toBeUndefined()
})

it('knows the reply of every route', () => {
  const without = Object.values(routes).filter(({ reply }) => reply && !quickParse(reply))
  expect(without.map((route) => route.id)).toEqual([])
})
