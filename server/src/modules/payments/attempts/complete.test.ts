import { expect, test } from 'vitest'
import type { PaymentProvider, ReturnParams } from '../port.ts'
import { completeAttempt } from './complete.ts'

/** What a provider is asked when a member comes back with these parameters. */
async function asked(params: ReturnParams, id = 'order-1') {
  const calls: Parameters<PaymentProvider['complete']>[0][] = []
  const complete: PaymentProvider['complete'] = async (call) => {
    calls.push(call)
    return { state: 'unknown' } as Awaited<ReturnType<PaymentProvider['complete']>>
  }
  await completeAttempt({ complete } as PaymentProvider, { id, provider_ref: 'P1' }, params)
  expect(calls).toEqual([{ reference: id, providerRef: 'P1', params, idempotencyKey: expect.any(String) }])
  return calls[0]?.idempotencyKey
}

test('the order of the return parameters does not change the idempotency key', async () => {
  const key = await asked({ redirectResult: 'x', left: '1', InstanceId: '7' })
  expect(key).toMatch(/^order-1:[0-9a-f]{24}$/)
  expect(await asked({ InstanceId: '7', redirectResult: 'x', left: '1' })).toBe(key)
  expect(await asked({ left: '1', InstanceId: '7', redirectResult: 'x' })).toBe(key)
})

test('other parameters, other values or another order have another key', async () => {
  const keys = await Promise.all([
    asked({}),
    asked({ left: '1' }),
    asked({ left: '2' }),
    asked({ InstanceId: '1' }),
    // The same texts in other places.
    asked({ left: '1', InstanceId: '2' }),
    asked({ left: '2', InstanceId: '1' }),
    asked({ left: '1' }, 'order-2'),
  ])
  expect(new Set(keys).size).toBe(keys.length)
})
