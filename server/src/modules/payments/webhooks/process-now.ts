import type { PaymentDeps } from '../deps.ts'
import { processWebhook } from './process.ts'
import { queueEvents, type StoredEvent } from './store.ts'

/** Processes events in the process that received them, after their webhook was answered. */
export interface EventProcessing {
  add(events: readonly StoredEvent[]): void
  /** Takes no further events and waits for those in progress; the sweep processes the others. */
  stop(): Promise<void>
}

/**
 * A member sees what they bought a few milliseconds after the provider reports it, where a job would be written, read
 * and deleted first. An event that fails becomes a job, which is retried; one that a killed process leaves is found by
 * the sweep.
 */
export function createEventProcessing(deps: PaymentDeps): EventProcessing {
  let waiting: StoredEvent[] = []
  const running = new Set<Promise<void>>()
  let isStopped = false

  function startNext(): void {
    const event = running.size < deps.eventConcurrency ? waiting.shift() : undefined
    if (!event) return
    const work = processOrQueue(deps, event).finally(() => {
      running.delete(work)
      // Webhooks that arrived meanwhile are answered first.
      setImmediate(startNext)
    })
    running.add(work)
  }

  return {
    add(events) {
      if (isStopped || deps.eventConcurrency === 0) return
      waiting.push(...events)
      for (let free = deps.eventConcurrency - running.size; free > 0; free -= 1) startNext()
    },
    async stop() {
      isStopped = true
      waiting = []
      await Promise.all(running)
    },
  }
}

async function processOrQueue(deps: PaymentDeps, event: StoredEvent): Promise<void> {
  try {
    await processWebhook(deps, event)
  } catch (error) {
    deps.log.warn({ err: error, ...event }, 'a webhook event is retried')
    await deps.db
      .transaction()
      .execute((tx) => queueEvents(tx, [event]))
      .catch((failure: unknown) => deps.log.warn({ err: failure, ...event }, 'a webhook event waits for the sweep'))
  }
}
