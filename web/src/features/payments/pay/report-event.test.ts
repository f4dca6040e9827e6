import { afterEach, expect, it, vi } from 'vitest'
import { reportCheckout } from './report-event.ts'

afterEach(() => vi.unstubAllGlobals())

it.each([
  [true, []],
  [false, ['/kpi/log/event']],
])('a step of a purchase is reported in production only (demo: %s)', (demo, addresses) => {
  const sent: string[] = []
  vi.stubGlobal('fetch', async (path: string) => {
    sent.push(path)
    return Response.json({ result: 'OK' })
  })
  reportCheckout({ clickid: 'tracker', demo }, 'tentativo', 'plan-1m')
  expect(sent).toEqual(addresses)
})
