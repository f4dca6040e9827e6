import fastify from 'fastify'
import { expect, it } from 'vitest'
import { createDrain } from './drain.ts'

/** A server with a request to `/slow` under way, which lasts until `end` is called. */
async function serve() {
  const app = fastify()
  const drain = createDrain(app)
  app.get('/', async () => 'quick')
  let begun = (): void => undefined
  const running = new Promise<void>((resolve) => (begun = resolve))
  let end = (): void => undefined
  const ended = new Promise<void>((resolve) => (end = resolve))
  app.get('/slow', async () => {
    begun()
    await ended
    return 'slow'
  })
  const url = await app.listen({ port: 0, host: '127.0.0.1' })
  const slow = fetch(`${url}/slow`).then(
    (answer) => answer.text(),
    (error: unknown) => `cut off: ${error instanceof Error}`,
  )
  await running
  return { app, drain, slow, end: () => end(), get: () => fetch(url) }
}

it('answers what runs and what still comes, asks each client to leave, and then takes nothing', async () => {
  const { app, drain, slow, end, get } = await serve()
  expect((await get()).headers.get('connection')).toBe('keep-alive')
  const begun = performance.now()
  const finished = drain.finish(10_000)
  const late = await get()
  expect([late.status, late.headers.get('connection')]).toEqual([200, 'close'])
  end()
  await finished
  expect(await slow).toBe('slow')
  expect(performance.now() - begun).toBeLessThan(9000)
  await expect(get()).rejects.toThrow()
  await app.close()
})

it('waits no longer than its time for a request that does not end', async () => {
  const { app, drain, slow, end } = await serve()
  await drain.finish(400)
  expect(await slow).toBe('cut off: true')
  end()
  await app.close()
})
