import { acknowledgements, clientEvents, serverEvents, type ClientEvent, type ServerEvent } from '@incontro/contract'
import * as z from 'zod'

const json = (schema: unknown, io: 'input' | 'output'): string =>
  `\`\`\`json\n${JSON.stringify(z.toJSONSchema(schema as never, { io, unrepresentable: 'any' }), null, 2)}\n\`\`\`\n`

/** The socket events of the contract, as a document for people. */
export function socketDocument(): string {
  const client = (Object.keys(clientEvents) as ClientEvent[]).map(
    (name) =>
      `### \`${name}\`\n\n${json(clientEvents[name], 'input')}\nAcknowledged with:\n\n${json(acknowledgements[name], 'output')}`,
  )
  const server = (Object.keys(serverEvents) as ServerEvent[]).map(
    (name) => `### \`${name}\`\n\n${json(serverEvents[name], 'output')}`,
  )
  return [
    '# Socket events',
    'Written by `npm run openapi:write` from `contract/src/events.ts` and compared in the tests.',
    'Socket.IO at `/chat-socket`, websocket only. Browsers are authorised by their cookie and the origin of the page, API clients by `auth: { token }`. After a gap a client asks `GET /api/get/messages/{trackerId}/{partnerId}?after=<last seq>` for what it lacks. Where no socket can be opened, `POST /api/events` takes the same events as requests.',
    '## From the client',
    ...client,
    '## From the server',
    ...server,
    '',
  ].join('\n\n')
}
