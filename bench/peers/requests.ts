import { Agent, request, type IncomingMessage } from 'node:http'
import { gunzipSync } from 'node:zlib'

/** Requests under way at any time, each on a connection of its own. */
export const concurrent = 10
/** The text of one answer in so many is read: to read all of them would take processor time from the servers. */
const readOneIn = 5

export interface Asked {
  readonly method?: 'GET' | 'POST'
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly body?: string
  /** Whether this is the answer that was asked for, not a refusal or an error page. */
  readonly isRight: (answer: Answer) => boolean
}

export interface Answer {
  readonly status: number
  readonly location: string | undefined
  readonly cookies: readonly string[]
  /** Unpacked when it is read. */
  text(): string
}

export interface Rate {
  /** Units of work a second. */
  readonly perSecond: number
  readonly done: number
  /** Bytes that the server sent for one unit, with their headers. */
  readonly bytes: number
}

/** Asks once, over its own or the given connections. */
export function ask(origin: string, asked: Omit<Asked, 'isRight'>, agent?: Agent): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const { method = 'GET', path, headers, body } = asked
    const sent = request(`${origin}${path}`, {
      method,
      agent,
      headers: {
        accept: 'text/html,application/xhtml+xml,*/*;q=0.8',
        'accept-encoding': 'gzip',
        // A request without it ends pH7Builder's script.
        'accept-language': 'en-US,en;q=0.5',
        'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:128.0) Gecko/20100101 Firefox/128.0',
        ...headers,
        ...(body !== undefined && { 'content-length': String(Buffer.byteLength(body)) }),
      },
    })
    sent.once('error', reject)
    sent.once('response', (answer) => read(answer).then(resolve, reject))
    sent.end(body)
  })
}

async function read(answer: IncomingMessage): Promise<Answer> {
  const parts: Buffer[] = []
  for await (const part of answer) parts.push(part as Buffer)
  const { statusCode = 0, headers } = answer
  const bytes = Buffer.concat(parts)
  return {
    status: statusCode,
    location: headers.location,
    cookies: headers['set-cookie'] ?? [],
    text: () => (headers['content-encoding'] === 'gzip' ? gunzipSync(bytes) : bytes).toString('utf8'),
  }
}

/** Does a unit of work once. @throws when an answer is not the right one */
export async function doUnit(origin: string, unit: readonly Asked[], agent?: Agent, isRead = true): Promise<void> {
  for (const asked of unit) {
    const answer = await ask(origin, asked, agent)
    if (answer.status >= 400 || (isRead && !asked.isRight(answer)))
      throw new Error(`${asked.path}: ${answer.status} ${answer.location ?? ''}\n${answer.text().slice(-2000)}`)
  }
}

/** Does units of work for some seconds, each of them requests one after the other. */
export async function rateOf(origin: string, seconds: number, unit: (n: number) => readonly Asked[]): Promise<Rate> {
  const agent = new Agent({ keepAlive: true, maxSockets: concurrent })
  const from = performance.now()
  const until = from + seconds * 1000
  let begun = 0
  let done = 0
  await Promise.all(
    Array.from({ length: concurrent }, async () => {
      while (performance.now() < until) {
        const n = begun
        begun += 1
        await doUnit(origin, unit(n), agent, n % readOneIn === 0)
        done += 1
      }
    }),
  )
  const took = (performance.now() - from) / 1000
  const sockets = Object.values(agent.freeSockets).flatMap((free) => free ?? [])
  const bytes = sockets.reduce((sum, socket) => sum + socket.bytesRead, 0)
  agent.destroy()
  return { perSecond: done / took, done, bytes: bytes / done }
}
