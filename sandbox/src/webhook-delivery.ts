import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import type { Controls } from './adyen/controls.ts'
import type { Collection } from './collection.ts'
import type { SandboxConfig } from './config.ts'

export interface WebhookAttempt {
  readonly at: string
  /** Null when there was no answer. */
  readonly status: number | null
  readonly answer: string
}

/** One webhook to the application; `item` is its content in the provider's format. */
export interface WebhookRecord<Item> {
  readonly id: string
  readonly createdAt: string
  readonly item: Item
  readonly state: 'waiting' | 'held' | 'accepted' | 'given up'
  /** How many times it is delivered: 2 when duplicates are simulated. */
  readonly copies: number
  readonly attempts: readonly WebhookAttempt[]
}

export interface Webhooks<Item> {
  /** Sends the webhooks of one change after the usual delay, in order unless reordering is simulated. */
  emit(items: readonly Item[]): void
  /** Delivers a webhook again immediately; false when there is no such webhook. */
  resend(id: string): Promise<boolean>
  /** Sends all held webhooks. */
  release(): void
  /** Continues with the webhooks that a previous run did not deliver. */
  resume(): void
  close(): void
}

/** @param post makes one attempt; never throws, as a failure is recorded as an attempt */
export function createWebhooks<Item>(
  store: Collection<WebhookRecord<Item>>,
  config: SandboxConfig,
  controls: () => Controls,
  post: (item: Item, signal: AbortSignal) => Promise<WebhookAttempt>,
): Webhooks<Item> {
  const closing = new AbortController()

  /** Makes one attempt; returns true when it was answered 2xx. */
  async function deliver(id: string): Promise<boolean> {
    const before = store.get(id)
    if (!before || closing.signal.aborted) return false
    const attempt = await post(before.item, closing.signal)
    const webhook = store.get(id)
    if (!webhook || closing.signal.aborted) return false
    const accepted = attempt.status !== null && attempt.status >= 200 && attempt.status < 300
    store.put({
      ...webhook,
      state: accepted ? 'accepted' : webhook.state,
      attempts: [...webhook.attempts, attempt].slice(-40),
    })
    return accepted
  }

  /** Retries until the webhook is accepted or the attempts are used up; then delivers the additional copies. */
  async function persist(id: string): Promise<void> {
    for (let tries = 0; tries < config.webhookAttempts; tries += 1) {
      const webhook = store.get(id)
      if (webhook?.state !== 'waiting') return
      if (await deliver(id)) {
        for (let copy = 1; copy < webhook.copies; copy += 1) await deliver(id)
        return
      }
      const backoff = config.webhookBackoffMs.at(Math.min(tries, config.webhookBackoffMs.length - 1)) ?? 60_000
      await pause(backoff, undefined, { signal: closing.signal, ref: false })
    }
    const webhook = store.get(id)
    if (webhook?.state === 'waiting') store.put({ ...webhook, state: 'given up' })
  }

  /** Makes the first attempts one after the other, in the order of the events; retries do not wait for each other. */
  async function send(ids: readonly string[], delayMs: number): Promise<void> {
    await pause(delayMs, undefined, { signal: closing.signal, ref: false })
    for (const id of ids)
      await Promise.race([persist(id), pause(2_000, undefined, { signal: closing.signal, ref: false })])
  }

  function start(ids: readonly string[], delayMs: number): void {
    send(ids, delayMs).catch((error: unknown) => {
      if (!closing.signal.aborted) throw error
    })
  }

  return {
    emit(items) {
      const { holdWebhooks, reorderWebhooks, duplicateWebhooks } = controls()
      const records = items.map((item) =>
        store.put({
          id: randomUUID(),
          createdAt: new Date().toISOString(),
          item,
          state: holdWebhooks ? 'held' : 'waiting',
          copies: duplicateWebhooks ? 2 : 1,
          attempts: [],
        }),
      )
      if (holdWebhooks) return
      const ids = records.map(({ id }) => id)
      start(reorderWebhooks ? ids.reverse() : ids, config.webhookDelayMs)
    },
    async resend(id) {
      const webhook = store.get(id)
      if (!webhook) return false
      if (webhook.state !== 'accepted') store.put({ ...webhook, state: 'waiting' })
      await deliver(id)
      if (store.get(id)?.state === 'waiting' && webhook.state !== 'waiting') start([id], config.webhookDelayMs)
      return true
    },
    release() {
      const held = store.all().filter(({ state }) => state === 'held')
      for (const webhook of held) store.put({ ...webhook, state: 'waiting' })
      const ids = held.map(({ id }) => id)
      start(controls().reorderWebhooks ? ids.reverse() : ids, 0)
    },
    resume() {
      start(
        store
          .all()
          .filter(({ state }) => state === 'waiting')
          .map(({ id }) => id),
        config.webhookDelayMs,
      )
    },
    close: () => closing.abort(),
  }
}
