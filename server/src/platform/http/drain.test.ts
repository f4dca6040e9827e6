import fastify from 'fastify'
import { expect, it } from 'vitest'
import { createDrain } from './drain.ts'

/** A server whose route `/slow` takes so long. */
async function serve(ms: number) {
  const app = fastify()
  const drain = createDrain(app)
  app.get('/', async () => 'quick')
  let begun = (): void => undefined
  const running = new Promise<void>((resolve) => (begun = resolve))
  app.get('/slow', async () => {
    begun()
    await new Promise((resolve) => setTimeout(resolve, ms))
    return 'slow'
  })
  const url = await app.listen({ port: 0, host: '127.0.0.1' })
  const slow = fetch(`${url}/slow`).then(
    (answer) => answer.text(),
    (error: unknown) => `cut off: ${error instanceof Error}`,
  )
  await running
  return { app, drain, slow, get: () => fetch(url) }
}

it('answers what runs and what still comes, asks each client to leave, and then takes nothing', async () => {
  const { app, drain, slow, get } = await serve(500)
  expect((await get()).headers.get('connection')).toBe('keep-alive')
  const begun = performance.now()
  const finished = drain.finish(10_000)
  const late = await get()
  expect([late.status, late.headers.get('connection')]).toEqual([200, 'close'])
  await finished
  expect(await slow).toBe('slow')
  expect(performance.now() - begun).toBeLessThan(9000)
  await expect(get()).rejects.toThrow()
  await app.close()
})

it('waits no longer than its time for a request that does not end', async () => {
  const { app, drain, slow } = await serve(5000)
  await drain.finish(400)
  expect(await slow).toBe('cut off: true')
  await app.close()
})
