import { expect, it, vi } from 'vitest'
import { recordRequests } from '../api/testing/recorded-requests.ts'
import { sendOverHttp } from './events-over-http.ts'

const requests = recordRequests()
const like = () => sendOverHttp('like', { trackerId: 'visit-1', memberId: 'her' })
const answers = (answer: () => Promise<Response>) => vi.stubGlobal('fetch', answer)
const problem = (status: number, code?: string) => () =>
  Promise.resolve(Response.json({ message: 'Why', ...(code !== undefined && { code }) }, { status }))

it('an event is sent in the words of the wire, and its acknowledgement read in those of the field', async () => {
  requests.replies = [{ ok: true, creditiLike: 4, mutual: false }]
  expect(await like()).toEqual({ ok: true, likeCredits: 4, mutual: false })
  expect(requests.sent).toEqual([
    ['POST /api/events', { event: 'like', payload: { trackerId: 'visit-1', angelId: 'her' } }],
  ])
})

it('what the handler refused is returned as it is', async () => {
  requests.replies = [{ ok: false, code: 'file_like', message: 'Out of likes' }]
  expect(await like()).toEqual({ ok: false, code: 'file_like', message: 'Out of likes' })
})

it.each([
  [429, 'busy', 'busy'],
  [429, undefined, 'busy'],
  [503, undefined, 'busy'],
  [500, undefined, 'busy'],
  [404, undefined, 'not_found'],
  [403, 'age_check_required', 'age_check_required'],
  [401, undefined, '401'],
] as const)('%i with the code %s is %s', async (status, given, code) => {
  answers(problem(status, given))
  expect(await like()).toEqual({ ok: false, code, message: 'Why' })
})

it('without an answer it is offline, also when it takes too long', async () => {
  answers(() => Promise.reject(new TypeError('failed')))
  expect(await like()).toMatchObject({ ok: false, code: 'offline' })
  answers(() => Promise.reject(new DOMException('late', 'TimeoutError')))
  expect(await like()).toMatchObject({ ok: false, code: 'offline' })
  // A captive portal answers with a page of its own.
  answers(() => Promise.resolve(new Response('<html>Sign in</html>', { headers: { 'content-type': 'text/html' } })))
  expect(await like()).toMatchObject({ ok: false, code: 'offline' })
})
