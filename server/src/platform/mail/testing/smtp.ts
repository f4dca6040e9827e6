import { once } from 'node:events'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { createInterface } from 'node:readline'

/**
 * The part of SMTP that one sender needs; `answers` overrides the reply to a command; with an empty one it hangs up, with
 * null it says nothing.
 * `end` is what follows the line that ends a mail: the mail is kept in any case.
 */
export async function startSmtp(
  answers: Readonly<Record<string, string | null>> = {},
  end: 'answer' | 'silence' | 'hang up' = 'answer',
) {
  const messages: string[] = []
  const recipients: string[] = []
  const senders: string[] = []
  const open = new Set<Socket>()
  const server = createServer((socket) => {
    let body: string[] | undefined
    open.add(socket)
    socket.write('220 test\r\n')
    // A client that hangs up is part of several tests.
    socket.on('error', () => undefined)
    createInterface({ input: socket }).on('line', (line) => {
      if (body) {
        if (line !== '.') return void body.push(line)
        messages.push(body.join('\r\n'))
        body = undefined
        if (end === 'hang up') socket.destroy()
        return void (end === 'answer' && socket.write('250 taken\r\n'))
      }
      const command = line.split(/[ :]/)[0]?.toUpperCase() ?? ''
      if (command === 'RCPT') recipients.push(line)
      if (command === 'MAIL') senders.push(line)
      const answer = answers[command] === undefined ? (command === 'DATA' ? '354 go on' : '250 fine') : answers[command]
      if (answer === null) return
      if (command === 'DATA' && answer.startsWith('354')) body = []
      if (answer === '') socket.destroy()
      else socket.write(`${answer}\r\n`)
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    messages,
    recipients,
    senders,
    url: `smtp://127.0.0.1:${(server.address() as AddressInfo).port}`,
    /** Says a line to everyone who is connected. */
    say: (line: string) => open.forEach((socket) => socket.write(`${line}\r\n`)),
    close() {
      server.close()
      for (const socket of open) socket.destroy()
    },
  }
}
