import type pg from 'pg'
import type { TestServer } from '#test/support/test-server.ts'
import type { Effects } from './effects.ts'

/** From now on, the stand-ins of payment providers send no webhook until the returned function is called. */
export async function holdWebhooks(
  server: TestServer,
  recorder: pg.Client,
  effects: Effects,
  settled: () => Promise<void>,
): Promise<() => Promise<void>> {
  const { origin, sandbox } = server.sandbox
  const hold = (holdWebhooks: boolean) =>
    fetch(`${origin}/control`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ holdWebhooks }),
    })
  const { webhooks, mollieWebhooks, stripeWebhooks, paypalWebhooks, trustPayWebhooks } = sandbox.state
  const all: WebhookStore[] = [webhooks, mollieWebhooks, stripeWebhooks, paypalWebhooks, trustPayWebhooks]
  /** The server answers a webhook before it has processed it. If it does not within these looks, the recording shows it. */
  const processed = async () => {
    for (let look = 0; look < 300; look += 1) {
      const { rowCount } = await recorder.query('select from payment_webhooks where processed_at is null limit 1')
      if (rowCount === 0) break
      await settled()
    }
    await settled()
  }
  await hold(true)
  return async () => {
    await effects.begin('webhooks arrive')
    for (const one of all) {
      await release(one, all, hold, settled)
      await processed()
    }
    await effects.put(await effects.observed())
  }
}

interface WebhookStore {
  all(): readonly { readonly id: string; readonly state: string }[]
  put(record: never): unknown
}

/** Sends the webhooks of one provider. Those of several at once would arrive in any order. */
async function release(
  store: WebhookStore,
  all: readonly WebhookStore[],
  hold: (isHeld: boolean) => Promise<unknown>,
  settled: () => Promise<void>,
): Promise<void> {
  const inState = (of: WebhookStore, wanted: string) => of.all().filter(({ state }) => state === wanted)
  if (inState(store, 'held').length === 0) return
  const others = all.filter((other) => other !== store).map((other) => [other, inState(other, 'held')] as const)
  for (const [other, records] of others) for (const one of records) other.put({ ...one, state: 'given up' } as never)
  await hold(false)
  while (inState(store, 'waiting').length > 0) await settled()
  await hold(true)
  for (const [other, records] of others) for (const one of records) other.put(one as never)
}
