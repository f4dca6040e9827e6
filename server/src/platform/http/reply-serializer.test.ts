import { routes } from '@incontro/contract'
import { expect, it } from 'vitest'
import * as z from 'zod/mini'
import type { $ZodType } from 'zod/v4/core'
import { replySerializer } from './reply-serializer.ts'

const write = (schema: $ZodType, reply: unknown, isChecked = false): string =>
  replySerializer(isChecked)({ schema, method: 'GET', url: '/a' })(reply) as string

const person = z.strictObject({ name: z.string().check(z.maxLength(5)), age: z.optional(z.int()) })

it('writes declared fields only, at every depth', () => {
  const leaking = { name: 'Ada', password: 'secret' }
  const schema = z.strictObject({ one: person, list: z.array(person), by: z.record(z.string(), person) })
  expect(write(schema, { one: leaking, list: [leaking], by: { a: leaking }, secret: 1 })).toBe(
    '{"one":{"name":"Ada"},"list":[{"name":"Ada"}],"by":{"a":{"name":"Ada"}}}',
  )
  // None of several forms has the other field.
  expect(() => write(z.nullable(person), leaking)).toThrow()
  expect(() => write(z.union([z.string(), person]), leaking)).toThrow()
  expect(() => write(schema, { one: leaking, list: [], by: {} }, true)).toThrow()
})

it('refuses a reply that lacks a field', () => expect(() => write(person, {})).toThrow(/name/))

it('checks the rules of the schema where replies are checked', () => {
  expect(() => write(person, { name: 'Cleopatra' }, true)).toThrow()
  expect(write(person, { name: 'Ada', age: 36 }, true)).toBe('{"name":"Ada","age":36}')
})

it('has a serializer for the reply of every route', () => {
  const withReply = Object.values(routes).filter(({ reply }) => reply !== undefined)
  expect(withReply.length).toBeGreaterThan(100)
  // A missing field is named: the serializer was built.
  for (const { reply } of withReply)
    try {
      write(reply as $ZodType, {})
    } catch (error) {
      expect((error as Error).message).toMatch(/is required|does not match schema/)
    }
})
