import * as fc from 'fast-check'
import type * as core from 'zod/v4/core'
import { describe, expect, expectTypeOf, it } from 'vitest'
import { acknowledgements, clientEvents, serverEvents } from './events.ts'
import { domainWords, foreignKeys, toDomain, toWire, type Domain } from './domain.ts'
import { invitedPayload } from './http/entry.ts'
import { signupPayload } from './http/identity.ts'
import { routes } from './routes.ts'

type Schema = core.$ZodType & { readonly _zod: { readonly def: Record<string, unknown> } }
interface Shape {
  readonly keys: readonly string[]
  /** The keys that lead to it. */
  readonly path: readonly string[]
  /** Its keys are not ours to name. */
  readonly foreign: boolean
}

const isSchema = (value: unknown): value is Schema => typeof value === 'object' && value !== null && '_zod' in value

/** Every object of a schema. */
function* shapesOf(schema: unknown, path: readonly string[] = []): Generator<Shape> {
  if (Array.isArray(schema)) for (const one of schema) yield* shapesOf(one, path)
  if (!isSchema(schema)) return
  const { shape, type, catchall: _catchall, ...parts } = schema._zod.def
  if (type === 'record') yield { keys: [], path, foreign: true }
  else for (const part of Object.values(parts)) yield* shapesOf(part, path)
  if (typeof shape !== 'object' || shape === null) return
  yield { keys: Object.keys(shape), path, foreign: false }
  for (const [key, inner] of Object.entries(shape)) yield* shapesOf(inner, [...path, key])
}

const schemas: unknown[] = [
  ...Object.values(routes).flatMap((route) =>
    ['params', 'query', 'body', 'reply'].map((part) => Reflect.get(route, part)),
  ),
  ...Object.values(clientEvents),
  ...Object.values(acknowledgements),
  ...Object.values(serverEvents),
  signupPayload,
  invitedPayload,
]
const shapes = schemas.flatMap((schema) => [...shapesOf(schema)])
const wireKeys = new Set(shapes.flatMap(({ keys }) => keys))
const words: readonly string[] = Object.values(domainWords)

describe('the words of the wire and ours', () => {
  it('finds the schemas it speaks of', () => {
    expect(shapes.length).toBeGreaterThan(150)
    expect([...wireKeys]).toEqual(expect.arrayContaining(['angelId', 'prezzo_totale', 'Età', 'modaleToChat']))
  })

  it('has one word for each key', () => expect(new Set(words).size).toBe(words.length))

  it('has no word that is a key of the wire', () => expect(words.filter((word) => wireKeys.has(word))).toEqual([]))

  it('names keys that there are', () =>
    expect(Object.keys(domainWords).filter((key) => !wireKeys.has(key))).toEqual([]))

  it('translates nothing inside of what others name, in either direction', () => {
    const [wire = '', word = ''] = Object.entries(domainWords)[0] ?? []
    for (const key of foreignKeys) {
      expect([key, toDomain({ [key]: { [wire]: 1 }, [wire]: 2 })]).toEqual([key, { [key]: { [wire]: 1 }, [word]: 2 }])
      expect([key, toWire({ [key]: { [word]: 1 }, [word]: 2 })]).toEqual([key, { [key]: { [word]: 1 }, [wire]: 2 }])
    }
  })

  it('leaves alone what others name', () =>
    expect(
      shapes.filter(
        ({ foreign, path }) => foreign && !path.some((key) => (foreignKeys as readonly string[]).includes(key)),
      ),
    ).toEqual([]))

  it('keeps the keys of every object apart', () =>
    expect(
      shapes.filter(({ keys }) => {
        const there = toDomain(Object.fromEntries(keys.map((key) => [key, 0])))
        return Object.keys(there).length < keys.length
      }),
    ).toEqual([]))
})

describe('translating', () => {
  it('gives back what it was given', () => {
    const { value } = fc.letrec((tie) => ({
      value: fc.oneof(
        { maxDepth: 4 },
        fc.oneof(fc.string(), fc.integer(), fc.boolean(), fc.constant(null)),
        fc.array(tie('value'), { maxLength: 3 }),
        fc.dictionary(fc.constantFrom(...wireKeys), tie('value'), { maxKeys: 8 }),
      ),
    }))
    fc.assert(
      fc.property(value, (wire) => {
        expect(toWire(toDomain(wire))).toEqual(wire)
      }),
    )
  })

  it('reaches every depth', () => {
    expect(toDomain({ profili: [{ angelId: 'a', liked: true }], flusso: { hooks: { fine_crediti: 1 } } })).toEqual({
      members: [{ memberId: 'a', liked: true }],
      flow: { hooks: { fine_crediti: 1 } },
    })
  })

  it('does not touch what a bank or an authenticator named', () => {
    const redirect = { data: { crediti: '1', angelId: 'PaReq' } }
    expect(toDomain({ redirect })).toEqual({ redirect })
    expect(toWire({ redirect: { data: { credits: '1' } } })).toEqual({ redirect: { data: { credits: '1' } } })
  })

  it.each(['constructor', '__proto__', 'toString'])('takes %s for a key like any other', (key) => {
    const value = JSON.parse(`{"${key}":{"eta":1}}`)
    expect(Object.getOwnPropertyNames(toDomain(value))).toEqual([key])
    expect(toWire(toDomain(value))).toEqual(value)
  })

  it('types what it does', () => {
    expectTypeOf<Domain<{ readonly letto: boolean; eta?: number; data: { crediti: string } }[]>>().toEqualTypeOf<
      { readonly isRead: boolean; ownAge?: number; data: { crediti: string } }[]
    >()
    expectTypeOf<Domain<'a' | { cerco: 'donna' } | null>>().toEqualTypeOf<'a' | { seeks: 'donna' } | null>()
  })
})
