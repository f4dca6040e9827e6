import { createECDH, randomBytes, randomUUID } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import type { SandboxConfig } from '../config.ts'
import type { SandboxState } from '../state.ts'
import { decrypt, isVapid } from './decrypt.ts'
import { pushPage } from './page.ts'
import type { PushPhone } from './records.ts'

/** Bytes that a push service has to take (RFC 8030). */
const mostBytes = 4096
const states = ['on', 'gone', 'full', 'strict'] as const

/**
 * A push service as browsers use it (RFC 8030), with made-up phones at `/push`: their subscriptions are given to the
 * application as a browser gives its own, and what is pushed to them is shown decrypted.
 */
export function openPush(
  app: FastifyInstance,
  { config, state, origin }: { config: Pick<SandboxConfig, 'appUrl'>; state: SandboxState; origin: () => string },
): void {
  const subscriptionOf = ({ id, publicKey, auth }: PushPhone) => ({
    endpoint: `${origin()}/push/${id}`,
    expirationTime: null,
    keys: { p256dh: publicKey, auth },
  })

  app.register(async (push) => {
    push.addContentTypeParser(
      'application/octet-stream',
      { parseAs: 'buffer', bodyLimit: 1_000_000 },
      (_, body, done) => done(null, body),
    )

    push.get('/push', async (_request, reply) => {
      const messages = state.pushedMessages.newest()
      const phones = state.pushPhones.newest().map((phone) => ({
        ...phone,
        messages: messages.filter((message) => message.phone === phone.id),
        connectUrl: `${config.appUrl}/activeNotifications#phone=${Buffer.from(JSON.stringify(subscriptionOf(phone))).toString('base64url')}`,
      }))
      return reply.type('text/html; charset=utf-8').send(pushPage(phones))
    })

    /** By a form of the page, or for scripts, which get the subscription. */
    push.post('/push/phones', async (request, reply) => {
      const curve = createECDH('prime256v1')
      const publicKey = curve.generateKeys().toString('base64url')
      const phone = state.pushPhones.put({
        id: randomUUID(),
        createdAt: new Date().toISOString(),
        privateKey: curve.getPrivateKey().toString('base64url'),
        publicKey,
        auth: randomBytes(16).toString('base64url'),
        state: 'on',
      })
      const byForm = request.headers['content-type']?.startsWith('application/x-www-form-urlencoded') === true
      return byForm ? reply.redirect('/push', 303) : reply.code(201).send(subscriptionOf(phone))
    })

    push.post<{ Params: { id: string }; Body: { state?: string } }>('/push/phones/:id', async (request, reply) => {
      const phone = state.pushPhones.get(request.params.id)
      const next = states.find((one) => one === request.body?.state)
      if (!phone || !next) return reply.code(404).send({ error: 'No such phone or state' })
      state.pushPhones.put({ ...phone, state: next })
      return reply.redirect('/push', 303)
    })

    push.get<{ Params: { id: string } }>('/push/phones/:id/messages', async ({ params: { id } }) =>
      state.pushedMessages.newest().filter(({ phone }) => phone === id),
    )

    push.post<{ Params: { id: string }; Body: Buffer }>('/push/:id', async (request, reply) => {
      const phone = state.pushPhones.get(request.params.id)
      const { headers, body } = request
      const ttl = Number(headers['ttl'])
      const topic = headers['topic'] === undefined ? null : String(headers['topic'])
      if (!Number.isInteger(ttl) || ttl < 0) return reply.code(400).send({ error: 'TTL is required' })
      if (topic !== null && !/^[\w-]{1,32}$/.test(topic)) return reply.code(400).send({ error: 'Topic is too long' })
      if (headers['content-encoding'] !== 'aes128gcm') return reply.code(400).send({ error: 'Not encrypted' })
      if (!isVapid(headers.authorization, origin())) return reply.code(401).send({ error: 'Not signed' })
      if (!phone) return reply.code(404).send({ error: 'No such subscription' })
      if (phone.state === 'gone') return reply.code(410).send({ error: 'It has expired' })
      if (phone.state === 'full') return reply.code(429).header('retry-after', '7').send({ error: 'Too many' })
      if (phone.state === 'strict' || body.length > mostBytes) return reply.code(413).send({ error: 'Too long' })
      let text: string
      try {
        text = decrypt(body, phone)
      } catch {
        // A real service cannot see this, but a browser would drop it without a word.
        return reply.code(400).send({ error: 'Not encrypted for this subscription' })
      }
      const id = randomUUID()
      const urgency = String(headers['urgency'] ?? 'normal')
      const record = { id, phone: phone.id, receivedAt: new Date().toISOString(), ttl, topic, urgency, text }
      state.pushedMessages.put(record)
      return reply.code(201).header('location', `${origin()}/push/messages/${id}`).send()
    })
  })
}
