import { createSocket } from 'node:dgram'
import { connect, createServer } from 'node:net'
import { createSandbox } from '../../sandbox/src/app.ts'
import { readConfig } from '../../sandbox/src/config.ts'

/*
 * What an installation finds on the internet, for a network that has none: a name server (`NAMES`, JSON: addresses and
 * texts by name), a mail relay on port 25, and the payment provider, which a proxy in front offers by HTTPS.
 */

const { NAMES = '{}', ADDRESS = '127.0.0.1' } = process.env
const names = JSON.parse(NAMES) as Record<string, { readonly a?: string; readonly txt?: string } | undefined>
const typeA = 1
const typeTxt = 16

/** Answers the one question of a query; a name that is not in the list does not exist. */
function answer(query: Buffer): Buffer {
  const labels: string[] = []
  let at = 12
  for (let length = query[at] ?? 0; length > 0; length = query[at] ?? 0) {
    labels.push(query.toString('ascii', at + 1, at + 1 + length))
    at += 1 + length
  }
  const type = query.readUInt16BE(at + 1)
  const question = query.subarray(12, at + 5)
  const known = names[labels.join('.').toLowerCase()]
  const data =
    type === typeA && known?.a !== undefined
      ? Buffer.from(known.a.split('.').map(Number))
      : type === typeTxt && known?.txt !== undefined
        ? Buffer.concat([Buffer.from([known.txt.length]), Buffer.from(known.txt)])
        : undefined
  const head = Buffer.alloc(12)
  query.copy(head, 0, 0, 2)
  head.writeUInt16BE(known === undefined ? 0x8183 : 0x8180, 2)
  head.writeUInt16BE(1, 4)
  head.writeUInt16BE(data === undefined ? 0 : 1, 6)
  if (data === undefined) return Buffer.concat([head, question])
  const record = Buffer.from([0xc0, 12, 0, type, 0, 1, 0, 0, 0, 60, 0, data.length])
  return Buffer.concat([head, question, record, data])
}

const dns = createSocket('udp4')
dns.on('message', (query, { port, address }) => dns.send(answer(query), port, address))
dns.bind(53, ADDRESS)

const sandbox = createSandbox(readConfig(process.env))
const { smtpPort } = await sandbox.start()
createServer((socket) => {
  const inner = connect(smtpPort, '127.0.0.1')
  socket.pipe(inner).pipe(socket)
  // The relay's client sees that its connection ended.
  for (const end of [socket, inner]) end.on('error', () => (socket.destroy(), inner.destroy()))
}).listen(25, ADDRESS, () => console.log('ready'))
