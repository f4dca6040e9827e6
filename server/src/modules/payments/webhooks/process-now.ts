import type { PaymentDeps } from '../deps.ts'
import { processWebhook } from './process.ts'
import { queueEvents, type StoredEvent } from './store.ts'

/** Processes events in the process that received them, after their webhook was answered. */
export interface EventProcessing {
  /** A webhook has arrived. */
  arrived(): void
  add(events: readonly StoredEvent[]): void
  /** Takes no further events and waits for those in progress; the sweep processes the others. */
  stop(): Promise<void>
}

/** While webhooks arrive at this distance, events are processed one at a time. */
const burstMs = 20

/**
 * A member sees what they bought a few milliseconds after the provider reports it, where a job would be written, read
 * and deleted first. In a burst, what arrives is answered first: a provider repeats what it gets no answer to. An event
 * that fails becomes a job, which is retried; one that a killed process leaves is found by the sweep.
 */
export function createEventProcessing(deps: PaymentDeps): EventProcessing {
  let waiting: StoredEvent[] = []
  const running = new Set<Promise<void>>()
  let isStopped = false
  let lastArrival = -Infinity

  function startNext(): void {
    const isBurst = performance.now() - lastArrival < burstMs
    for (let free = (isBurst ? 1 : deps.eventConcurrency) - running.size; free > 0; free -= 1) {
      const event = waiting.shift()
      if (event) start(event)
    }
  }

  function start(event: StoredEvent): void {
    // Members wait for their credits: what can wait goes behind.
    const end = deps.urgent.begin()
    const work = processOrQueue(deps, event).finally(() => {
      end()
      running.delete(work)
      // Webhooks that arrived meanwhile are answered first.
      setImmediate(startNext)
    })
    running.add(work)
  }

  return {
    arrived() {
      lastArrival = performance.now()
    },
    add(events) {
      if (isStopped || deps.eventConcurrency === 0) return
      waiting.push(...events)
      startNext()
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
