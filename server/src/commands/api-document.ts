import { acknowledgements, clientEvents, routes, serverEvents, type Access } from '@incontro/contract'
import * as z from 'zod'
import { markdownTable } from './markdown-table.ts'

const callerOf = (access: Access): string =>
  typeof access === 'string' ? access : `staff (${[access.staff].flat().join(', ')})`

type JsonSchema = z.core.JSONSchema.BaseSchema

/** The names of a schema's fields, with `?` behind optional ones; those of a union one after the other. */
function fieldsOf(schema: z.core.$ZodType, io: 'input' | 'output'): string {
  const named = ({ anyOf, properties = {}, required = [] }: JsonSchema): string =>
    anyOf
      ? (anyOf as JsonSchema[]).map(named).join(' *or* ')
      : Object.keys(properties)
          .map((name) => (required.includes(name) ? name : `${name}?`))
          .join(' ')
  return named(z.toJSONSchema(schema, { io, unrepresentable: 'any' }))
}

/** Every call and socket event of the contract, a line each, as Markdown. */
export function apiDocument(): string {
  const calls = Object.values(routes).map(({ method, path, access, summary }) => [
    `\`${method} ${path}\``,
    callerOf(access),
    summary,
  ])
  const sent = Object.entries(clientEvents).map(([name, schema]) => [
    `\`${name}\``,
    fieldsOf(schema, 'input'),
    fieldsOf(acknowledgements[name as keyof typeof clientEvents], 'output'),
  ])
  const received = Object.entries(serverEvents).map(([name, schema]) => [`\`${name}\``, fieldsOf(schema, 'output')])
  return [
    '# The API',
    'Written by `npm run docs:write` from `contract/` and compared in the tests. A running server shows every field at `/api/docs` and as OpenAPI at `/api/docs/openapi.json`.',
    '## Calls',
    markdownTable(['call', 'caller', 'does'], calls),
    '## Socket events',
    'Socket.IO at `/chat-socket`, websocket only. Browsers are authorised by their cookie and the origin of the page, API clients by `auth: { token }`. After a gap a client asks `GET /api/get/messages/{trackerId}/{partnerId}?after=<last seq>` for what it lacks. Where no socket can be opened, `POST /api/events` takes the same events as requests. The schemas are in `contract/src/events.ts`.',
    markdownTable(['sent by the client', 'fields', 'acknowledged with'], sent),
    markdownTable(['sent by the server', 'fields'], received),
    '',
  ].join('\n\n')
}
