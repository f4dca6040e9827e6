import type { PublicBrand, WebContext } from '@incontro/contract'
import { parentPort, workerData } from 'node:worker_threads'
import { headersOf, loadBuilt } from '../built.ts'
import type { ApiAnswer, Asked, FromThread, Rendered, SentContext, ThreadData, ToThread } from './messages.ts'

/* A thread that renders the pages of visitors. The API is where the program is: each call goes there and back. */

const { buildDir, brandStyles } = workerData as ThreadData
const built = await loadBuilt(buildDir, brandStyles)
const brands = new Map<string, PublicBrand>()
const waiting = new Map<number, (answer: ApiAnswer | undefined) => void>()
let calls = 0

const tell = (message: FromThread): void => parentPort?.postMessage(message)

/** The API for one page. */
const apiFor =
  (id: number): WebContext['api'] =>
  async (path, { method = 'GET', headers, body } = {}) => {
    calls += 1
    const call = calls
    const answered = new Promise<ApiAnswer | undefined>((resolve) => waiting.set(call, resolve))
    tell({
      kind: 'call',
      id,
      call,
      asked: {
        path,
        method,
        headers: Object.fromEntries(new Headers(headers)),
        body: typeof body === 'string' ? body : undefined,
      },
    })
    const answer = await answered
    if (!answer) throw new Error(`${path} did not answer`)
    return new Response(answer.body, {
      status: answer.status,
      headers: answer.headers.map(([name, value]): [string, string] => [name, value]),
    })
  }

async function render(
  id: number,
  { url, headers }: Asked,
  { brandName, brand, ...rest }: SentContext,
): Promise<Rendered> {
  if (brand) brands.set(brandName, brand)
  const known = brands.get(brandName)
  if (!known) throw new Error(`no brand ${brandName}`)
  const request = new Request(url, { headers: headers.map(([name, value]): [string, string] => [name, value]) })
  const { response, page } = await built.render(request, { ...rest, brand: known, api: apiFor(id) })
  const body = page || !response.body ? undefined : new Uint8Array(await response.arrayBuffer())
  return { status: response.status, headers: headersOf(response), page, body }
}

parentPort?.on('message', (message: ToThread) => {
  if (message.kind === 'answer') {
    waiting.get(message.call)?.(message.answer)
    waiting.delete(message.call)
    return
  }
  const { id, asked, context } = message
  render(id, asked, context).then(
    (rendered) => tell({ kind: 'rendered', id, rendered }),
    (error: unknown) =>
      tell({ kind: 'failed', id, reason: error instanceof Error ? (error.stack ?? error.message) : String(error) }),
  )
})
tell({ kind: 'ready' })
