import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestServer, type TestServer } from '#test/support/test-server.ts'
import { openVisitor } from './visitor.ts'
import { webBuild } from './web-build.ts'

/* A member's requests to support, without script. */

let testServer: TestServer
beforeAll(async () => {
  testServer = await startTestServer({ webBuild: webBuild() })
})
afterAll(() => testServer?.close())

test('a member finds their request from the contact page and adds to it; a visitor is asked to sign in', async () => {
  const member = await testServer.member()
  const visitor = openVisitor(testServer)
  expect((await visitor.open('/requests')).words).toContain('Accedi per leggere le tue richieste')
  visitor.signIn(member.token)
  const contact = await visitor.open('/contactUs')
  expect(contact.links('/requests')).toHaveLength(1)
  expect((await visitor.open('/requests')).words).toContain('Ancora nessuna richiesta')
  await visitor.send(contact, 'message', {
    name: 'Anna',
    email: member.email,
    topic: 'payments',
    message: 'Quando si rinnova <b>il piano</b>?',
  })
  const [address = ''] = (await visitor.open('/requests')).links('/requests/')
  const request = await visitor.open(address)
  expect(request.words).toContain('Quando si rinnova <b>il piano</b>?')
  expect(request.words).toContain('In attesa di risposta')
  expect((await visitor.send(request, 'text', { text: ' ' })).words).toContain('Scrivi il tuo messaggio.')
  const added = await visitor.send(request, 'text', { text: 'È urgente.' })
  expect([added.path, added.words.includes('È urgente.')]).toEqual([address, true])
  const nothing = await visitor.open('/requests/01976f5e-7d2a-7c3b-8f00-000000000001')
  expect(nothing.words).toContain('Richiesta non trovata')
})
