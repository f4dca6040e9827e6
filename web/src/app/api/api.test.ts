import { describe, expect, it } from 'vitest'
import { apiOver, problemOf } from './api.ts'

const answering = (body: unknown, status = 200) => {
  const calls: { path: string; init: RequestInit | undefined }[] = []
  const send = async (path: string, init?: RequestInit) => {
    calls.push({ path, init })
    return Response.json(body, { status })
  }
  return { api: apiOver(send), calls }
}

describe('apiOver', () => {
  it('fills parameters and query, and sends a body as JSON', async () => {
    const { api, calls } = answering([])
    await api('GET /api/get/city/:country/:query', { params: { country: 'IT', query: 'Ro/ma' } })
    await api('GET /api/reviews', { query: { count: 3 } })
    await api('POST /api/users/logout', { body: {} })
    expect(calls.map(({ path }) => path)).toEqual([
      '/api/get/city/IT/Ro%2Fma',
      '/api/reviews?count=3',
      '/api/users/logout',
    ])
    expect(calls[2]?.init).toMatchObject({ method: 'POST', body: '{}' })
  })

  it('turns a problem document into an ApiProblem', async () => {
    const { api } = answering(
      { type: 'about:blank', title: 'x', status: 409, message: 'known-1000', code: '1000', field: 'email' },
      409,
    )
    await expect(api('POST /api/users/logout', { body: {} })).rejects.toMatchObject({
      status: 409,
      code: '1000',
      field: 'email',
    })
  })

  it('reports offline when no answer came', async () => {
    const api = apiOver(() => Promise.reject(new TypeError('network')))
    await expect(api('POST /api/users/logout', { body: {} })).rejects.toMatchObject({ status: 0, code: 'offline' })
  })
})

describe('problemOf', () => {
  it('reads the code from the end of the message', async () =>
    expect(await problemOf(Response.json({ message: 'too many-1007' }, { status: 429 }))).toMatchObject({
      code: '1007',
    }))
  it('falls back to the status', async () =>
    expect(await problemOf(new Response('x', { status: 502 }))).toMatchObject({ status: 502, code: '502' }))
})
