import type { Page } from 'playwright-core'

export interface PageFigures {
  /** The sum of the layout shifts that no input caused. */
  readonly shift: number
  /** The elements that moved. */
  readonly moved: readonly string[]
  /** Milliseconds of the longest task. */
  readonly task: number
  /** The slowest frames, and what each spent its time on. */
  readonly frames: readonly string[]
  /** Milliseconds until the largest element was painted. */
  readonly lcp: number
  /** Milliseconds from an input to the next frame: the slowest of all but one in fifty (INP). */
  readonly interaction: number
}

/** The entries of the browser that TypeScript does not know yet. */
interface Entry extends PerformanceEntry {
  readonly value: number
  readonly hadRecentInput: boolean
  readonly interactionId: number
  readonly sources: readonly {
    readonly node: Node | null
    readonly previousRect: DOMRectReadOnly
    readonly currentRect: DOMRectReadOnly
  }[]
  readonly styleAndLayoutStart: number
  readonly scripts: readonly {
    readonly invoker: string
    readonly sourceURL: string
    readonly sourceFunctionName: string
    readonly duration: number
    readonly forcedStyleAndLayoutDuration: number
  }[]
}
interface Seen {
  readonly shifts: { readonly value: number; readonly moved: readonly string[] }[]
  readonly tasks: number[]
  readonly frames: { readonly duration: number; readonly what: string }[]
  readonly inputs: Record<number, number>
  lcp: number
}
declare global {
  interface Window {
    pageFigures: Seen
  }
}

/** Records the figures of the documents that the page loads from now on. */
export async function observe(page: Page): Promise<() => Promise<PageFigures>> {
  await page.addInitScript(() => {
    const seen: Seen = { shifts: [], tasks: [0], frames: [], inputs: {}, lcp: 0 }
    window.pageFigures = seen
    const watch = (type: string, each: (entry: Entry) => void) => {
      const init = { type, buffered: true, durationThreshold: 16 }
      new PerformanceObserver((list) => (list.getEntries() as Entry[]).forEach(each)).observe(init)
    }
    watch('layout-shift', ({ hadRecentInput, value, sources, startTime }) => {
      if (hadRecentInput) return
      const moved = sources.map(
        ({ node, previousRect: from, currentRect: to }) =>
          `${node?.nodeName.toLowerCase()} "${(node?.textContent ?? '').trim().slice(0, 30)}": top ${from.y} to ${to.y}, height ${from.height} to ${to.height}, at ${Math.round(startTime)} ms`,
      )
      seen.shifts.push({ value, moved })
    })
    watch('longtask', ({ duration }) => seen.tasks.push(duration))
    watch('long-animation-frame', ({ startTime, duration, styleAndLayoutStart, scripts }) => {
      const layout = styleAndLayoutStart > 0 ? startTime + duration - styleAndLayoutStart : 0
      const ran = scripts.map(
        ({ invoker, sourceURL, sourceFunctionName: name, duration: ms, forcedStyleAndLayoutDuration: forced }) =>
          `${invoker.replace(/.*\//, '')} ${sourceURL.replace(/.*\//, '')} ${name} ${Math.round(ms)}, of it layout ${Math.round(forced)}`,
      )
      const parts = [`at ${Math.round(startTime)}`, ...ran, `style, layout and paint ${Math.round(layout)}`]
      seen.frames.push({ duration, what: `${Math.round(duration)} ms: ${parts.join('; ')}` })
    })
    watch('largest-contentful-paint', ({ startTime }) => {
      seen.lcp = startTime
    })
    watch('event', ({ interactionId, duration }) => {
      if (interactionId) seen.inputs[interactionId] = Math.max(seen.inputs[interactionId] ?? 0, duration)
    })
  })
  return () =>
    page.evaluate(() => {
      const { shifts, tasks, frames, lcp, inputs } = window.pageFigures
      const slowest = Object.values(inputs).toSorted((one, other) => other - one)
      return {
        shift: Number(shifts.reduce((sum, { value }) => sum + value, 0).toFixed(4)),
        moved: shifts.flatMap(({ moved }) => moved).slice(0, 12),
        task: Math.round(Math.max(...tasks)),
        frames: frames
          .toSorted((one, other) => other.duration - one.duration)
          .slice(0, 3)
          .map(({ what }) => what),
        lcp: Math.round(lcp),
        interaction: slowest[Math.floor(slowest.length / 50)] ?? 0,
      }
    })
}
