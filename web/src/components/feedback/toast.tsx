import { useLingui } from '@lingui/react/macro'
import { X } from 'lucide-react'
import {
  createContext,
  type PointerEvent,
  type ReactNode,
  useCallback,
  useContext,
  useEffect,
  useEffectEvent,
  useRef,
  useState,
} from 'react'
import { Icon } from '../marks/icon.tsx'
import styles from './toast.module.css'

export interface ToastContent {
  readonly text: ReactNode
  /** For example, to undo what was just done. */
  readonly action?: { readonly label: ReactNode; readonly onAction: () => void } | undefined
  /** Shown until it is closed, also again after other toasts. */
  readonly stays?: boolean
}

const lifetime = 6000
/** Horizontal swipe distance that dismisses a toast, in pixels. */
const swipedAwayPx = 64
const Show = createContext<(content: ToastContent) => void>(() => undefined)

/** Shows a toast: `const toast = useToast(); toast({ text })`. */
export const useToast = () => useContext(Show)

const Toast = ({ content, onDone }: { content: ToastContent; onDone: () => void }) => {
  const { t } = useLingui()
  const [held, setHeld] = useState(false)
  const done = useEffectEvent(onDone)
  const { stays = false } = content
  useEffect(() => {
    if (held || stays) return
    let timer: ReturnType<typeof setTimeout>
    // What arrives in a hidden tab is still there when the member returns.
    const run = () => {
      clearTimeout(timer)
      if (!document.hidden) timer = setTimeout(() => done(), lifetime)
    }
    run()
    document.addEventListener('visibilitychange', run)
    return () => {
      clearTimeout(timer)
      document.removeEventListener('visibilitychange', run)
    }
  }, [held, stays])
  const box = useRef<HTMLDivElement>(null)
  const swipe = useRef<{ readonly from: number; by: number } | null>(null)
  const moveBy = (by: number | null) => {
    if (by === null) box.current?.style.removeProperty('--swipe')
    else box.current?.style.setProperty('--swipe', `${by}px`)
  }
  const hold = {
    // Only a mouse pointer keeps a toast open: a resting finger does not mean that it is being read.
    onPointerEnter: (event: PointerEvent) => event.pointerType === 'mouse' && setHeld(true),
    onPointerLeave: () => setHeld(false),
    onPointerDown: (event: PointerEvent) => {
      if (event.pointerType !== 'mouse') swipe.current = { from: event.clientX, by: 0 }
    },
    onPointerMove: (event: PointerEvent) => {
      if (!swipe.current) return
      swipe.current.by = event.clientX - swipe.current.from
      moveBy(swipe.current.by)
    },
    onPointerUp: () => {
      const by = swipe.current?.by ?? 0
      swipe.current = null
      if (Math.abs(by) > swipedAwayPx) onDone()
      else moveBy(null)
    },
    onPointerCancel: () => {
      swipe.current = null
      moveBy(null)
    },
    onFocus: () => setHeld(true),
    onBlur: () => setHeld(false),
  }
  return (
    <div ref={box} className={styles.toast} {...hold}>
      <span className={styles.text}>{content.text}</span>
      {content.action && (
        <button
          type="button"
          className={styles.action}
          onClick={() => {
            content.action?.onAction()
            onDone()
          }}
        >
          {content.action.label}
        </button>
      )}
      <button type="button" className={styles.close} aria-label={t`Close`} onClick={onDone}>
        <Icon of={X} size={18} />
      </button>
    </div>
  )
}

/** Shows toasts one at a time, for six seconds each, longer while hovered, focused or hidden, or until swiped away. */
export const ToastProvider = ({ children }: { children: ReactNode }) => {
  const [toasts, setToasts] = useState<readonly (ToastContent & { readonly id: number })[]>([])
  const next = useRef(0)
  const show = useCallback((content: ToastContent) => {
    next.current += 1
    const id = next.current
    setToasts((current) => [{ ...content, id }, ...(content.stays ? [] : current.filter(({ stays }) => stays))])
  }, [])
  return (
    <Show value={show}>
      {children}
      <div className={styles.region} role="status">
        {toasts.slice(0, 1).map((toast) => (
          <Toast
            key={toast.id}
            content={toast}
            onDone={() => setToasts((current) => current.filter((other) => other.id !== toast.id))}
          />
        ))}
      </div>
    </Show>
  )
}
