import { type ComponentType, lazy, useEffect } from 'react'
import { whenIdle } from '../layout/when-idle.ts'

/** A dialog in a chunk of its own, which can be preloaded. */
export function lazyDialog<Props>(load: () => Promise<{ default: ComponentType<Props> }>) {
  return Object.assign(lazy(load as () => Promise<{ default: ComponentType<unknown> }>) as ComponentType<Props>, {
    preload: load as () => Promise<unknown>,
  })
}

/**
 * Preloads dialogs and their frame when the page is idle, so that the first one opens without a delay. A failed preload
 * is repeated when the dialog opens.
 */
export function useIdlePreload(...dialogs: readonly { preload(): Promise<unknown> }[]): void {
  useEffect(() => {
    const fetchAll = () => {
      for (const one of [() => import('./dialog-frame.tsx'), ...dialogs.map(({ preload }) => preload)]) {
        // Only a preload: the dialog loads the file again when it opens, and shows a failure then.
        one().catch(() => undefined)
      }
    }
    return whenIdle(fetchAll)
    // The dialogs of a component are the same in every render.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [])
}
