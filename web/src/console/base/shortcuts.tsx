import {
  createContext,
  type ReactNode,
  useContext,
  useEffect,
  useEffectEvent,
  useInsertionEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react'

export interface Shortcut {
  /** One key, or two pressed one after the other: `?`, `g s`. */
  readonly keys: string
  readonly label: string
  readonly run: () => void
  /** `move` goes to another place of the page: the palette, which takes the focus, does not offer it. */
  readonly kind: 'act' | 'move'
}

interface Registry {
  add(shortcut: { current: Shortcut }): () => void
  all(): readonly Shortcut[]
}
const Context = createContext<Registry | null>(null)

/** How long the first key of two waits for the second. */
const pairMs = 1200

/** A key that is meant for a text, a button or an open dialog is not a shortcut. */
const isTaken = (event: KeyboardEvent): boolean => {
  if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return true
  const target = event.target as HTMLElement | null
  if (target?.closest('input, textarea, select, [contenteditable], [role="dialog"], dialog')) return true
  return document.querySelector('[role="dialog"], dialog[open]') !== null
}

export const ShortcutProvider = ({ children }: { children: ReactNode }) => {
  const added = useRef(new Set<{ current: Shortcut }>())
  const registry = useMemo<Registry>(
    () => ({
      add(shortcut) {
        added.current.add(shortcut)
        return () => void added.current.delete(shortcut)
      },
      // Of two with the same keys, the last one added is the innermost page's.
      all: () => [...new Map([...added.current].map(({ current }) => [current.keys, current])).values()],
    }),
    [],
  )
  useEffect(() => {
    let first: { readonly key: string; readonly at: number } | undefined
    const press = (event: KeyboardEvent) => {
      if (isTaken(event)) return
      const before = first && Date.now() - first.at < pairMs ? `${first.key} ` : ''
      first = undefined
      const fitting = registry.all().find(({ keys }) => keys === `${before}${event.key}`)
      if (fitting) {
        event.preventDefault()
        fitting.run()
      } else if (registry.all().some(({ keys }) => keys.startsWith(`${event.key} `)))
        first = { key: event.key, at: Date.now() }
    }
    addEventListener('keydown', press)
    return () => removeEventListener('keydown', press)
  }, [registry])
  return <Context value={registry}>{children}</Context>
}

/** A key for an action while the component is shown; the help sheet lists it, and the palette. */
export function useShortcut(
  keys: string,
  label: string,
  run: () => void,
  isOn = true,
  kind: Shortcut['kind'] = 'act',
): void {
  const registry = useContext(Context)
  const shortcut = useRef<Shortcut>({ keys, label, run, kind })
  useInsertionEffect(() => {
    shortcut.current = { keys, label, run, kind }
  })
  // Before it is painted: a key that is pressed at what has just appeared counts.
  useLayoutEffect(() => (isOn ? registry?.add(shortcut) : undefined), [registry, isOn])
}

/** The keys that work now. */
export function useShortcuts(): () => readonly Shortcut[] {
  const registry = useContext(Context)
  const [all] = useState(() => () => registry?.all() ?? [])
  return all
}

/** A key with Ctrl or Command, which works in fields as well. The help sheet lists it. */
export function useCommandKey(key: string, label: string, run: () => void): void {
  useShortcut(`Ctrl ${key}`, label, run, true, 'move')
  const latest = useEffectEvent(run)
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (!(event.ctrlKey || event.metaKey) || event.shiftKey || event.altKey || event.key.toLowerCase() !== key) return
      event.preventDefault()
      latest()
    }
    addEventListener('keydown', press)
    return () => removeEventListener('keydown', press)
  }, [key])
}
