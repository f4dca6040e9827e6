import { createServer, type RequestListener } from 'node:http'
import { type AddressInfo, createServer as createTcpServer } from 'node:net'
import { gzipSync } from 'node:zlib'
import { afterEach, describe, expect, it } from 'vitest'
import { createOutbound, isPublicAddress, type OutboundOptions } from './outbound.ts'

const closing: (() => unknown)[] = []
afterEach(async () => {
  for (const close of closing.splice(0)) await close()
})

function outbound(options: OutboundOptions = {}) {
  const made = createOutbound(options)
  closing.push(() => made.close())
  return made
}

/** A stand-in that may be called, and what was asked of it. */
async function standIn(handler: RequestListener) {
  const asked: string[] = []
  const server = createServer((request, reply) => {
    asked.push(`${request.method} ${request.url}`)
    handler(request, reply)
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  closing.push(() => {
    server.closeAllConnections()
    server.close()
  })
  return { origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, asked }
}

describe('an address', () => {
  it.each([
    '8.8.8.8',
    '1.1.1.1',
    '172.15.255.255',
    '172.32.0.0',
    '100.63.255.255',
    '100.128.0.0',
    '192.0.1.1',
    '198.20.0.0',
    '223.255.255.255',
    '2606:4700:4700::1111',
    '2a00:1450:4001:80e::200a',
  ])('%s is public', (address) => expect(isPublicAddress(address)).toBe(true))

  it.each([
    '0.0.0.0',
    '10.1.2.3',
    '100.64.0.1',
    '127.0.0.1',
    '127.255.255.254',
    '169.254.169.254',
    '172.16.0.1',
    '172.31.255.255',
    '192.0.0.8',
    '192.0.2.1',
    '192.88.99.1',
    '192.168.1.1',
    '198.18.0.1',
    '198.51.100.1',
    '203.0.113.1',
    '224.0.0.1',
    '240.0.0.1',
    '255.255.255.255',
    '::',
    '::1',
    '::7f00:1',
    '::ffff:127.0.0.1',
    '::ffff:10.0.0.1',
    '::ffff:8.8.8.8',
    '64:ff9b::a00:1',
    '64:ff9b:1::1',
    '100::1',
    'fc00::1',
    'fd12:3456::1',
    'fe80::1',
    'fe80::1%eth0',
    'fec0::1',
    'ff02::1',
    '2001::1',
    '2001:db8::1',
    '2002:7f00:1::1',
    '3fff::1',
    'not an address',
    '',
  ])('%s is not', (address) => expect(isPublicAddress(address)).toBe(false))
})

describe('a URL', () => {
  const { faultOf } = createOutbound({ trustedOrigins: ['http://localhost:4000'] })
  it.each([
    ['https://push.example.com/abc', undefined],
    ['https://push.example.com:8443/abc', undefined],
    ['https://8.8.8.8/', undefined],
    ['http://localhost:4000/push/1', undefined],
    ['http://localhost:4001/push/1', 'url'],
    ['http://push.example.com/abc', 'url'],
    ['https://push.example.com:22/', 'url'],
    ['https://me:secret@push.example.com/', 'url'],
    ['https://me@push.example.com/', 'url'],
    ['ftp://push.example.com/', 'url'],
    ['file:///etc/passwd', 'url'],
    ['push.example.com', 'url'],
    [`https://push.example.com/${'a'.repeat(2048)}`, 'url'],
    ['https://localhost/', 'address'],
    ['https://localhost./', 'address'],
    ['https://LOCALHOST:8443/', 'address'],
    ['https://database/', 'address'],
    ['https://service.internal/', 'address'],
    ['https://printer.local/', 'address'],
    ['https://127.0.0.1/', 'address'],
    // Other spellings of 127.0.0.1 and 169.254.169.254.
    ['https://2130706433/', 'address'],
    ['https://0x7f.1/', 'address'],
    ['https://0177.0.0.1/', 'address'],
    ['https://127.1/', 'address'],
    ['https://①②⑦.0.0.1/', 'address'],
    ['https://169.254.169.254/latest/meta-data', 'address'],
    ['https://[::1]/', 'address'],
    ['https://[::ffff:127.0.0.1]/', 'address'],
    ['https://[::ffff:a9fe:a9fe]/', 'address'],
    ['https://[64:ff9b::7f00:1]/', 'address'],
  ])('%s: %s', (url, fault) => expect(faultOf(url)).toBe(fault))
})

describe('a call', () => {
  it('is refused, and not made, where any address of the host is not public', async () => {
    for (const addresses of [['127.0.0.1'], ['::1'], ['::ffff:10.0.0.1'], ['8.8.8.8', '10.0.0.1'], ['fd00::1']]) {
      const { call } = outbound({ resolve: () => Promise.resolve(addresses) })
      expect(await call({ method: 'POST', url: 'https://push.example.com/', body: '{}' })).toEqual({
        kind: 'refused',
        why: 'address',
      })
    }
  })

  it('goes to the addresses that were checked, whatever the name server answers next', async () => {
    const reached: string[] = []
    const listen = async (host: string, port: number): Promise<number> => {
      const server = createTcpServer((socket) => {
        reached.push(host)
        socket.destroy()
      })
      await new Promise<void>((done) => server.listen(port, host, done))
      closing.push(() => server.close())
      return (server.address() as AddressInfo).port
    }
    const port = await listen('127.0.0.2', 0)
    await listen('127.0.0.1', port)
    // The first answer may be called, all later ones not.
    const answers = [['127.0.0.2']]
    const { call } = outbound({
      resolve: () => Promise.resolve(answers.shift() ?? ['127.0.0.1']),
      mayCall: (address) => address === '127.0.0.2',
    })
    const url = `https://rebinding.example.com:${port}/`
    expect(await call({ method: 'GET', url })).toEqual({ kind: 'failed', why: 'connection' })
    expect(await call({ method: 'GET', url })).toEqual({ kind: 'refused', why: 'address' })
    expect(reached).toEqual(['127.0.0.2'])
  })

  it('fails where there is no such host, or its name server does not answer', async () => {
    const get = { method: 'GET', url: 'https://push.example.com/' } as const
    for (const resolve of [() => Promise.resolve([]), () => Promise.reject(new Error('ENOTFOUND'))])
      expect(await outbound({ resolve }).call(get)).toEqual({ kind: 'failed', why: 'unknown host' })
    const silent = outbound({ timeoutMs: 50, resolve: () => new Promise(() => undefined) })
    expect(await silent.call(get)).toEqual({ kind: 'failed', why: 'timeout' })
  })

  it('sends method, headers and body', async () => {
    let received = ''
    const { origin } = await standIn((request, reply) => {
      request.on('data', (part: Buffer) => (received += `${request.headers.ttl} ${part.toString()}`))
      request.on('end', () => reply.writeHead(201, { location: '/message/1' }).end())
    })
    const { call } = outbound({ trustedOrigins: [origin] })
    const reply = await call({ method: 'POST', url: `${origin}/push`, headers: { TTL: '60' }, body: 'è' })
    expect(reply).toMatchObject({ kind: 'answer', status: 201, headers: { location: '/message/1' } })
    expect(received).toBe('60 è')
  })

  it('follows no redirect', async () => {
    const { origin, asked } = await standIn((_, reply) => {
      reply.writeHead(302, { location: '/secret' }).end('moved')
    })
    const reply = await outbound({ trustedOrigins: [origin] }).call({ method: 'GET', url: `${origin}/a` })
    expect(reply).toMatchObject({ kind: 'answer', status: 302 })
    expect(asked).toEqual(['GET /a'])
  })

  it('reads no more than the start of a body, and decompresses nothing', async () => {
    let isClosed = false
    const { origin } = await standIn((request, reply) => {
      if (request.url === '/bomb') {
        reply.writeHead(200, { 'content-encoding': 'gzip' }).end(gzipSync(Buffer.alloc(1_000_000)))
        return
      }
      reply.on('close', () => (isClosed = true))
      const more = setInterval(() => reply.write(Buffer.alloc(4096, 'a')), 1)
      reply.on('close', () => clearInterval(more))
    })
    const { call } = outbound({ trustedOrigins: [origin], maxReplyBytes: 10_000 })
    const endless = await call({ method: 'GET', url: `${origin}/endless` })
    expect(endless.kind === 'answer' && endless.body.length).toBe(10_000)
    await expect.poll(() => isClosed).toBe(true)
    const bomb = await call({ method: 'GET', url: `${origin}/bomb` })
    expect(bomb.kind === 'answer' && bomb.body.length).toBeLessThan(2000)
  })

  it('ends after its time, whether nothing comes, the body stops half-way, or it comes byte by byte', async () => {
    const { origin } = await standIn((request, reply) => {
      if (request.url === '/silent') return
      reply.writeHead(200).write('a')
      if (request.url === '/half') return
      const more = setInterval(() => reply.write('a'), 10)
      reply.on('close', () => clearInterval(more))
    })
    const { call } = outbound({ trustedOrigins: [origin], timeoutMs: 150 })
    for (const path of ['/silent', '/half', '/slow'])
      expect(await call({ method: 'GET', url: `${origin}${path}` })).toEqual({ kind: 'failed', why: 'timeout' })
  })

  it('fails where nothing listens', async () => {
    const { call } = outbound({ trustedOrigins: ['http://127.0.0.1:9'] })
    expect(await call({ method: 'GET', url: 'http://127.0.0.1:9/' })).toEqual({ kind: 'failed', why: 'unreachable' })
  })

  it('cannot be given further headers through a value', async () => {
    const { origin, asked } = await standIn((_, reply) => reply.end())
    const { call } = outbound({ trustedOrigins: [origin] })
    const reply = await call({ method: 'GET', url: `${origin}/`, headers: { topic: 'a\r\nx-injected: 1' } })
    expect(reply).toEqual({ kind: 'failed', why: 'connection' })
    expect(asked).toEqual([])
  })
})
