import { maxContactLength } from '@incontro/contract/contact-form'
import { beforeEach, expect, it } from 'vitest'
import type { Sender } from '#app/api/api.ts'
import { sendContact } from './contact-form.ts'

let sent: unknown[] = []
beforeEach(() => {
  sent = []
})
const answering =
  (body: object, status = 200): Sender =>
  async (path, init) => {
    sent.push([path, JSON.parse(String(init?.body))])
    return Response.json(body, { status })
  }
const written = { name: 'Marco', email: 'marco@example.org', topic: 'payments', message: 'Buongiorno' }
const form = (changes: Partial<typeof written> = {}) => {
  const data = new FormData()
  for (const [name, value] of Object.entries({ ...written, ...changes })) data.set(name, value)
  return data
}
const stamp = expect.any(Number)

it('sends what was written, without spaces around it and no longer than the server accepts', async () => {
  expect(await sendContact(answering({}), form())).toEqual({ done: true, values: written, failures: [], stamp })
  await sendContact(
    answering({}),
    form({
      name: ` ${'n'.repeat(81)} `,
      email: ' marco @example.org ',
      message: `\n${'m'.repeat(maxContactLength + 1)}`,
    }),
  )
  expect(sent).toEqual([
    ['/api/contact', written],
    ['/api/contact', { ...written, name: 'n'.repeat(80), message: 'm'.repeat(maxContactLength) }],
  ])
})

it.each([
  [{ name: ' ' }, 'name', 'errore_nome'],
  [{ email: 'marco@example' }, 'email', 'errore_email'],
  [{ topic: 'else' }, 'topic', 'errore_argomento'],
  [{ topic: '' }, 'topic', 'errore_argomento'],
  [{ message: '\n' }, 'message', 'errore_messaggio'],
])('%j is a mistake of %s, and nothing is sent', async (changes, field, code) => {
  const { done, failures, values } = await sendContact(answering({}), form(changes))
  expect({ done, failures, values }).toEqual({
    done: false,
    failures: [{ field, code }],
    values: { ...written, ...Object.fromEntries(Object.entries(changes).map(([name, text]) => [name, text.trim()])) },
  })
  expect(sent).toEqual([])
})

it('an empty form has every mistake, from the top', async () => {
  const { failures } = await sendContact(answering({}), new FormData())
  expect(failures.map(({ field }) => field)).toEqual(['name', 'email', 'topic', 'message'])
})

it.each([
  [{ code: 'errore_email', field: 'email' }, 'email', 'errore_email'],
  [{ code: '429', field: 'ip' }, 'message', '429'],
  [{ code: 'internal' }, 'message', 'internal'],
])('a refusal %j is shown at %s', async (body, field, code) => {
  expect(await sendContact(answering({ message: '', ...body }, 400), form())).toEqual({
    done: false,
    values: written,
    failures: [{ field, code }],
    stamp,
  })
})
