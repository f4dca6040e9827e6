import { once } from 'node:events'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { createInterface } from 'node:readline'

/** A message in the mailbox, by its UID. */
export interface StoredMessage {
  readonly raw: string
  readonly flags: Set<string>
}

export interface ImapServer {
  readonly url: string
  readonly messages: Map<number, StoredMessage>
  /** Names of the commands that were received. */
  readonly commands: string[]
  /** Ends the connection instead of answering a command whose line contains this. */
  breakAt: string | undefined
  close(): Promise<void>
}

/** The part of IMAP4rev1 (RFC 3501) and UIDPLUS (RFC 4315) that reading a mailbox needs. */
export async function startImapServer(raws: readonly string[] = []): Promise<ImapServer> {
  const messages = new Map<number, StoredMessage>(raws.map((raw, n) => [n + 1, { raw, flags: new Set() }]))
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    sockets.add(socket)
    // A client that hangs up is part of several tests.
    socket.on('error', () => undefined)
    socket.write('* OK ready\r\n')
    createInterface({ input: socket, crlfDelay: Infinity }).on('line', (line) => {
      const [tag = '', ...words] = line.split(' ')
      const command = words.join(' ')
      imap.commands.push(command.replace(/^LOGIN .*/, 'LOGIN'))
      if (imap.breakAt !== undefined && command.includes(imap.breakAt)) return void socket.destroy()
      const { lines, end = 'OK done' } = answer(command)
      socket.write([...lines, `${tag} ${end}`, ''].join('\r\n'), 'latin1')
    })
  })
  const sequence = () => [...messages.keys()]
  const uidsIn = (set: string): number[] =>
    set.split(',').flatMap((part) => {
      const [from = '0', to = from] = part.split(':')
      return sequence().filter((uid) => uid >= Number(from) && uid <= (to === '*' ? Infinity : Number(to)))
    })

  function answer(command: string): { readonly lines: readonly string[]; readonly end?: string } {
    const words = command.split(' ')
    const uids = words[0] === 'UID' ? uidsIn(words[2] ?? '') : []
    switch (words[0] === 'UID' ? `UID ${words[1]}` : words[0]) {
      case 'CAPABILITY':
        return { lines: ['* CAPABILITY IMAP4rev1 UIDPLUS'] }
      case 'LOGIN':
        return / "?user"? "?p@ss"?$/.test(command) ? { lines: [] } : { lines: [], end: 'NO wrong password' }
      case 'LIST':
        return { lines: [String.raw`* LIST (\Noselect) "/" ""`] }
      case 'SELECT':
        if (!/^SELECT "?INBOX"?$/.test(command)) return { lines: [], end: 'NO no such folder' }
        return {
          lines: [`* ${messages.size} EXISTS`, '* 0 RECENT', '* OK [UIDVALIDITY 1] valid'],
          end: 'OK [READ-WRITE]',
        }
      case 'UID SEARCH': {
        const unseen = sequence().filter((uid) => !messages.get(uid)?.flags.has(String.raw`\Seen`))
        return { lines: [`* SEARCH ${unseen.join(' ')}`.trim()] }
      }
      case 'UID FETCH': {
        const most = Number(/BODY\.PEEK\[\]<0\.(\d+)>/.exec(command)?.[1] ?? Infinity)
        return {
          lines: uids.map((uid) => {
            const { raw = '' } = messages.get(uid) ?? {}
            const part = raw.slice(0, most)
            return `* ${sequence().indexOf(uid) + 1} FETCH (UID ${uid} RFC822.SIZE ${raw.length} BODY[]<0> {${part.length}}\r\n${part})`
          }),
        }
      }
      case 'UID STORE': {
        const [, flags = ''] = /\(([^)]*)\)/.exec(command) ?? []
        for (const uid of uids) for (const flag of flags.split(' ')) messages.get(uid)?.flags.add(flag)
        return { lines: [] }
      }
      case 'UID EXPUNGE': {
        const gone = uids.filter((uid) => messages.get(uid)?.flags.has(String.raw`\Deleted`))
        const lines = gone.map((uid) => {
          const place = sequence().indexOf(uid) + 1
          messages.delete(uid)
          return `* ${place} EXPUNGE`
        })
        return { lines }
      }
      case 'LOGOUT':
        return { lines: ['* BYE'] }
      default:
        return { lines: [], end: 'BAD unknown' }
    }
  }

  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const imap: ImapServer = {
    url: `imap://user:p%40ss@127.0.0.1:${port}/INBOX`,
    messages,
    commands: [],
    breakAt: undefined,
    async close() {
      for (const socket of sockets) socket.destroy()
      server.close()
      await once(server, 'close')
    },
  }
  return imap
}
