import type { WebContext } from '@incontro/contract'
import { Worker } from 'node:worker_threads'
import { headersOf } from '../built.ts'
import type { Log } from '../../log.ts'
import { Failure } from '../../http/problem.ts'
import type { ApiCall, Asked, FromThread, Rendered, ThreadData, ToThread } from './messages.ts'

export interface Pool {
  /**
   * Renders a page beside the event loop.
   * @param gone whether nobody waits for it any more: then it need not be begun
   * @returns undefined when no thread can (none is up yet, or the one that had it ended): then it is rendered here
   * @throws Failure 503 when it takes too long; Error with the reason when it cannot be rendered
   */
  render(asked: Asked, context: WebContext, gone: () => boolean): Promise<Rendered | undefined>
  close(): Promise<void>
}

export interface PoolOptions extends ThreadData {
  readonly threads: number
  readonly log: Pick<Log, 'error'>
  /** Milliseconds after which a thread that is still at one page is taken for stuck. */
  readonly patience?: number
}

interface Job {
  readonly asked: Asked
  readonly context: WebContext
  readonly gone: () => boolean
  readonly settle: (result: Rendered | undefined) => void
  readonly fail: (error: Error) => void
}

/** So many at once that a page waiting for the API leaves no thread idle, and no more. */
const atOnce = 8
const pauseMs = 1000

/**
 * Threads that render visitors' pages, so that a rush of visitors leaves the event loop to those who are writing to each other.
 * A thread that ends is replaced.
 */
export function createPool({ threads, log, buildDir, brandStyles, patience = 15_000 }: PoolOptions): Pool {
  const queue: Job[] = []
  const seats = new Set<Seat>()
  let closing = false

  class Seat {
    readonly #worker = new Worker(new URL('./thread.ts', import.meta.url), {
      workerData: { buildDir, brandStyles } satisfies ThreadData,
    })
    readonly #jobs = new Map<number, { readonly job: Job; readonly timer: NodeJS.Timeout }>()
    readonly #brands = new Set<string>()
    #ids = 0
    #ready = false

    constructor() {
      this.#worker.unref()
      this.#worker.on('message', (message: FromThread) => this.#hear(message))
      this.#worker.on('error', (error) => log.error({ err: error }, 'a rendering thread failed'))
      this.#worker.once('exit', () => this.#ended())
    }

    get ready(): boolean {
      return this.#ready
    }
    get free(): boolean {
      return this.#ready && this.#jobs.size < atOnce
    }
    get load(): number {
      return this.#jobs.size
    }

    begin(job: Job): void {
      this.#ids += 1
      const id = this.#ids
      const timer = setTimeout(() => {
        this.#take(id)?.fail(new Failure(503))
        log.error({ page: job.asked.url }, 'a page took too long, its rendering thread is replaced')
        void this.#worker.terminate()
      }, patience)
      timer.unref()
      this.#jobs.set(id, { job, timer })
      const { api: _api, brand, ...rest } = job.context
      const brandName = `${brand.key} ${rest.locale}`
      const known = this.#brands.has(brandName)
      this.#brands.add(brandName)
      this.#tell({
        kind: 'render',
        id,
        asked: job.asked,
        context: { ...rest, brandName, brand: known ? undefined : brand },
      })
    }

    stop(): Promise<number> {
      return this.#worker.terminate()
    }

    #tell(message: ToThread): void {
      this.#worker.postMessage(message)
    }

    #take(id: number): Job | undefined {
      const entry = this.#jobs.get(id)
      if (entry) clearTimeout(entry.timer)
      this.#jobs.delete(id)
      return entry?.job
    }

    #hear(message: FromThread): void {
      if (message.kind === 'ready') this.#ready = true
      if (message.kind === 'rendered') this.#take(message.id)?.settle(message.rendered)
      if (message.kind === 'failed') this.#take(message.id)?.fail(new Error(message.reason))
      if (message.kind === 'call') void this.#call(message.id, message.call, message.asked)
      next()
    }

    async #call(id: number, call: number, { path, ...init }: ApiCall): Promise<void> {
      const api = this.#jobs.get(id)?.job.context.api
      const answer = await api?.(path, {
        method: init.method,
        headers: init.headers,
        ...(init.body === undefined ? {} : { body: init.body }),
      })
        .then(async (response) => ({
          status: response.status,
          headers: headersOf(response),
          body: response.body ? new Uint8Array(await response.arrayBuffer()) : null,
        }))
        .catch(() => undefined)
      this.#tell({ kind: 'answer', call, answer })
    }

    #ended(): void {
      this.#ready = false
      seats.delete(this)
      for (const id of this.#jobs.keys()) this.#take(id)?.settle(undefined)
      if (closing) return
      setTimeout(() => {
        if (!closing) seats.add(new Seat())
      }, pauseMs).unref()
      next()
    }
  }

  /** Gives what waits to who is free, the least busy first. */
  function next(): void {
    const anybody = [...seats].some(({ ready }) => ready)
    while (queue.length > 0) {
      const free = [...seats].filter((seat) => seat.free).sort((a, b) => a.load - b.load)[0]
      if (anybody && !free) return
      const job = queue.shift()
      if (!job) return
      if (!free || job.gone()) job.settle(undefined)
      else free.begin(job)
    }
  }

  for (let n = 0; n < threads; n += 1) seats.add(new Seat())
  return {
    render(asked, context, gone) {
      return new Promise((settle, fail) => {
        queue.push({ asked, context, gone, settle, fail })
        next()
      })
    },
    async close() {
      closing = true
      await Promise.all([...seats].map((seat) => seat.stop()))
      for (const job of queue.splice(0)) job.settle(undefined)
    },
  }
}
