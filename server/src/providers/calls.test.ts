import { describe, expect, it } from 'vitest'
import { callWithToken, createAccessTokens } from './access-token.ts'
import { call } from './reply.ts'

/* How provider replies are classified before they are parsed. */

const init = { method: 'POST', body: 'asked' }
const answering = (response: () => Response | Promise<Response>) => ({ fetch: async () => response() })

describe('a call', () => {
  it.each([
    [200, '{"a":1}', { kind: 'answer', body: { a: 1 } }],
    [201, '{"a":1}', { kind: 'answer', body: { a: 1 } }],
    [204, null, { kind: 'answer', body: null }],
    [200, '<html>', { kind: 'lost' }],
    [200, '', { kind: 'lost' }],
    [400, '{"a":1}', { kind: 'refusal', status: 400, body: { a: 1 } }],
    [401, '{}', { kind: 'refusal', status: 401, body: {} }],
    [404, '{}', { kind: 'refusal', status: 404, body: {} }],
    [409, '{}', { kind: 'refusal', status: 409, body: {} }],
    [422, '{}', { kind: 'refusal', status: 422, body: {} }],
    [404, 'not found', { kind: 'lost' }],
    // Too slow or too many: it may or may not have acted.
    [408, '{}', { kind: 'lost' }],
    [429, '{}', { kind: 'lost' }],
    [500, '{}', { kind: 'lost' }],
    [503, '{}', { kind: 'lost' }],
  ])('that is answered by %i %j', async (status, text, reply) => {
    expect(
      await call(
        'https://provider.example',
        init,
        answering(() => new Response(text, { status })),
      ),
    ).toEqual(reply)
  })

  it('follows no redirect, and is lost if the body does not end in time', async () => {
    let asked: RequestInit | undefined
    const options = {
      timeoutMs: 20,
      fetch: async (_url: unknown, given?: RequestInit) => {
        asked = given
        const body = new ReadableStream({
          start: (stream) => given?.signal?.addEventListener('abort', () => stream.error(new Error('too late'))),
        })
        return new Response(body)
      },
    }
    expect(await call('https://provider.example', init, options)).toEqual({ kind: 'lost' })
    expect(asked).toMatchObject({ ...init, redirect: 'error' })
  })
})

describe('an access token', () => {
  let now = 0
  function provider(answers: { token?: () => Response; call?: (bearer: string) => Response } = {}) {
    let given = 0
    const asked: string[] = []
    const calls: string[] = []
    const fetch = async (input: unknown, sent?: RequestInit): Promise<Response> => {
      const headers = new Headers(sent?.headers)
      const authorization = headers.get('authorization') ?? ''
      if (String(input).endsWith('/token')) {
        asked.push(`${authorization} ${String(sent?.body)}`)
        return answers.token?.() ?? Response.json({ access_token: `t${(given += 1)}`, expires_in: 3600 })
      }
      calls.push(`${sent?.method} ${authorization} ${String(sent?.body)} ${headers.get('x-own')}`)
      return answers.call?.(authorization) ?? Response.json({})
    }
    const options = { url: 'https://provider.example/token', clientId: 'id', clientSecret: 'se:cret', fetch }
    const tokens = createAccessTokens({ ...options, now: () => now })
    const post = { ...init, headers: { 'x-own': '1' } }
    return { tokens, asked, calls, ask: () => callWithToken(tokens, 'https://provider.example/x', post, { fetch }) }
  }

  it('is shared, and replaced a minute before it ends', async () => {
    now = 1_000_000
    const { tokens, asked } = provider()
    expect(await Promise.all([tokens.get(), tokens.get()])).toMatchObject([{ token: 't1' }, { token: 't1' }])
    expect(asked).toEqual([`Basic ${btoa('id:se:cret')} grant_type=client_credentials`])
    now += 3_539_999
    expect(await tokens.get()).toMatchObject({ token: 't1' })
    now += 1
    expect(await tokens.get()).toMatchObject({ token: 't2' })
  })

  it('that was dropped is requested again, unless it was replaced already', async () => {
    const { tokens } = provider()
    await tokens.get()
    tokens.drop('t1')
    expect(await tokens.get()).toMatchObject({ token: 't2' })
    tokens.drop('t1')
    expect(await tokens.get()).toMatchObject({ token: 't2' })
  })

  it('that the provider refuses is replaced once, and the call repeated unchanged', async () => {
    const again = provider({
      call: (bearer) => (bearer === 'Bearer t1' ? Response.json({}, { status: 401 }) : Response.json({ done: true })),
    })
    expect(await again.ask()).toEqual({ kind: 'answer', body: { done: true } })
    expect(again.calls).toEqual(['POST Bearer t1 asked 1', 'POST Bearer t2 asked 1'])
    const never = provider({ call: () => Response.json({}, { status: 401 }) })
    expect(await never.ask()).toMatchObject({ kind: 'refusal', status: 401 })
    expect(never.calls).toHaveLength(2)
    const forbidden = provider({ call: () => Response.json({}, { status: 403 }) })
    expect(await forbidden.ask()).toMatchObject({ kind: 'refusal', status: 403 })
    expect(forbidden.calls).toHaveLength(1)
  })

  it.each([
    ['lost', () => Response.json({}, { status: 503 }), { kind: 'lost' }],
    ['refused', () => Response.json({}, { status: 401 }), { kind: 'refusal', status: 401 }],
    ['empty', () => Response.json({ access_token: '', expires_in: 1 }), { kind: 'lost' }],
    ['unreadable', () => Response.json({ access_token: 't' }), { kind: 'lost' }],
  ])('that is %s prevents the call', async (_how, token, reply) => {
    const { ask, calls } = provider({ token })
    expect(await ask()).toMatchObject(reply)
    expect(calls).toEqual([])
  })
})
