import type { Answer, CallOptions, TestServer } from '#test/support/test-server.ts'
import type { Effects } from './effects.ts'
import type { Page } from './page.ts'
import type { Asked, Player } from './stage.ts'

/** Headers of every reply that differ from run to run or say nothing. */
const passing = new Set(
  'date connection keep-alive content-length transfer-encoding x-ratelimit-limit x-ratelimit-remaining x-ratelimit-reset etag'.split(
    ' ',
  ),
)
/** Of a route without a limit of its own, multiplied by the test server. */
const usualLimits = ['240000 in 60 s', '600000 in 60 s', '6000000 in 60 s']

const withoutNonce = (value: string): string =>
  value.replaceAll(/'nonce-[^']+'/g, "'nonce-…'").replaceAll(/ ws:\S+ wss:[^\s;]+/g, ' ws…')

/** Requests as steps, with the headers that differ from the usual ones. */
export async function createRequests(server: TestServer, effects: Effects, page: Page) {
  const usual = (await server.call('/api/claims')).headers
  usual.set('cache-control', 'no-store')

  const isUsual = ([name, value]: readonly [string, string]): boolean =>
    passing.has(name) || withoutNonce(usual.get(name) ?? '') === withoutNonce(value)

  // Asked for above.
  const seen = new Set(['claims'])
  /** The rate limit of a route that is asked for the first time, unless it is a usual one. */
  function limitOf(title: string, { headers }: Answer): string | undefined {
    const [route = ''] = title.split(/[ ?]/, 1)
    const limit = `${headers.get('x-ratelimit-limit')} in ${headers.get('x-ratelimit-reset')} s`
    if (seen.has(route) || !headers.has('x-ratelimit-limit')) return undefined
    seen.add(route)
    return usualLimits.includes(limit) ? undefined : limit
  }

  return async function request(
    who: Player | null,
    title: string,
    path: string,
    method: string,
    asked: Asked,
  ): Promise<Answer> {
    await effects.begin(`${who?.name ?? 'visitor'}: ${title}`, asked.shown ?? asked.body)
    const host = who?.host ?? asked.host
    const options: CallOptions = {
      method,
      ...(asked.body === undefined ? {} : { body: asked.body }),
      ...(who === null ? {} : { token: who.token }),
      ...(host === undefined ? {} : { host }),
      headers: { ...asked.headers },
    }
    const answer = await server.call(path, options)
    const changed = await effects.observed()
    const headers = [...answer.headers].filter((header) => !isUsual(header))
    page.line(`  ${answer.status}`)
    const limit = limitOf(title, answer)
    if (limit !== undefined) page.line(`  limit: ${limit}`)
    for (const [name, value] of headers.sort(([a], [b]) => (a < b ? -1 : 1)))
      page.line(`  ${name}: ${page.shown(withoutNonce(value))}`)
    if (answer.body !== '')
      page.put('  ', '= ', typeof answer.body === 'string' ? answer.body.trim().split('\n') : answer.body, false)
    await effects.put(changed)
    return answer
  }
}
