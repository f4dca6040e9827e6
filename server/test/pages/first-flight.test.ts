import { get } from 'node:http'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { checkedInBrands } from '#test/support/brands-folder.ts'
import { startTestServer, type TestServer } from '#test/support/test-server.ts'
import { isFull } from './variants.ts'
import { webBuild } from './web-build.ts'

/*
 * A server sends ten segments of 1,460 bytes before it waits for the first acknowledgement (RFC 6928). A landing page
 * with one byte more is shown a round trip later: 150 ms on a slow phone connection.
 */
const firstFlight = 10 * 1460

let testServer: TestServer
beforeAll(async () => {
  testServer = await startTestServer({ webBuild: webBuild() })
})
afterAll(() => testServer?.close())

/** Bytes on the wire, headers included. */
const bytesOf = (path: string, host: string, language: string): Promise<number> =>
  new Promise((resolve, reject) => {
    const headers = { host, 'accept-encoding': 'br', 'accept-language': language }
    get({ host: 'localhost', port: testServer.config.port, path, headers }, (reply) => {
      let bytes = reply.rawHeaders.join(': ').length + 'HTTP/1.1 200 OK\r\n\r\n'.length
      reply.on('data', (chunk: Buffer) => (bytes += chunk.length)).on('end', () => resolve(bytes))
      if (reply.statusCode !== 200 || reply.headers['content-encoding'] !== 'br')
        reject(new Error(`${host}${path} answers ${reply.statusCode} ${reply.headers['content-encoding']}`))
    }).on('error', reject)
  })

test.each(
  checkedInBrands().list.map(({ key, hosts: [host = ''], languages }) => ({
    key,
    host,
    spoken: isFull ? languages : languages.slice(0, 1),
  })),
)('the landing page and the sign-up of $key arrive in the first flight of a connection', async ({ host, spoken }) => {
  for (const language of spoken)
    for (const path of ['/', '/signup'])
      // The first visitor gets a larger form, until the smallest is ready.
      await vi.waitFor(
        async () => expect(await bytesOf(path, host, language), `${path} in ${language}`).toBeLessThan(firstFlight),
        { timeout: 5000, interval: 20 },
      )
})
