import { useLingui } from '@lingui/react/macro'
import { X } from 'lucide-react'
import { createContext, type ReactNode, useCallback, useContext, useEffect, useRef, useState } from 'react'
import { Icon } from '../marks/icon.tsx'
import styles from './toast.module.css'

export interface ToastContent {
  readonly text: ReactNode
  /** Such as taking back what was just done. */
  readonly action?: { readonly label: ReactNode; readonly onAction: () => void }
}

const lifetime = 6000
const Show = createContext<(content: ToastContent) => void>(() => undefined)

/** Says something in passing: `const toast = useToast(); toast({ text })`. */
export const useToast = () => useContext(Show)

const Toast = ({ content, onDone }: { content: ToastContent; onDone: () => void }) => {
  const { t } = useLingui()
  const [held, setHeld] = useState(false)
  const done = useRef(onDone)
  done.current = onDone
  useEffect(() => {
    if (held) return
    const timer = setTimeout(() => done.current(), lifetime)
    return () => clearTimeout(timer)
  }, [held])
  const hold = {
    onPointerEnter: () => setHeld(true),
    onPointerLeave: () => setHeld(false),
    onFocus: () => setHeld(true),
    onBlur: () => setHeld(false),
  }
  return (
    <div className={styles.toast} {...hold}>
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
      <button type="button" className={styles.close} aria-label={t`Chiudi`} onClick={onDone}>
        <Icon of={X} size={18} />
      </button>
    </div>
  )
}

/** Holds the messages in passing: six seconds each, longer while pointed at or focused, three at most. */
export const ToastProvider = ({ children }: { children: ReactNode }) => {
  const [toasts, setToasts] = useState<readonly (ToastContent & { readonly id: number })[]>([])
  const next = useRef(0)
  const show = useCallback((content: ToastContent) => {
    next.current += 1
    const id = next.current
    setToasts((current) => [...current, { ...content, id }].slice(-3))
  }, [])
  return (
    <Show value={show}>
      {children}
      <div className={styles.region} role="status">
        {toasts.map((toast) => (
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
