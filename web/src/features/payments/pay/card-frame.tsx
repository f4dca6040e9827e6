import { useLingui } from '@lingui/react/macro'
import { type Ref, useEffect, useImperativeHandle, useRef, useState } from 'react'
import { useSite } from '../../../app/brand/site.ts'
import { Skeleton } from '../../../components/feedback/skeleton.tsx'
import { newUuid } from '../../../app/api/uuid.ts'
import styles from './pay.module.css'

/** The card as the frame encrypted it to the processor's key. */
export interface EncryptedCard {
  readonly encryptedCardNumber: string
  readonly encryptedExpiryMonth: string
  readonly encryptedExpiryYear: string
  readonly encryptedSecurityCode: string
}

export interface CardFrameHandle {
  /** The encrypted card; `invalid` when the frame found something to mend and showed where, `failed` when it does not work. */
  readonly encrypt: () => Promise<EncryptedCard | 'invalid' | 'failed'>
  readonly clearCvv: () => void
  readonly focus: () => void
}

type FrameMessage =
  | { readonly type: 'ready' }
  | { readonly type: 'resize'; readonly height: number }
  | { readonly type: 'encrypted'; readonly id: string; readonly card: EncryptedCard }
  | { readonly type: 'invalid' | 'failed'; readonly id: string }

/** Encrypting takes milliseconds; a frame that is silent for longer does not work. */
const timeoutMs = 10_000

const fields = ['encryptedCardNumber', 'encryptedExpiryMonth', 'encryptedExpiryYear', 'encryptedSecurityCode'] as const

/** What the frame may say; anything else is ignored. */
const frameMessage = (data: unknown): FrameMessage | null => {
  if (typeof data !== 'object' || data === null || !('type' in data)) return null
  const message = data as {
    type: unknown
    height?: unknown
    id?: unknown
    field?: unknown
    card?: Record<string, unknown>
  }
  if (message.type === 'ready') return { type: 'ready' }
  if (message.type === 'resize' && typeof message.height === 'number')
    return { type: 'resize', height: Math.min(Math.max(message.height, 100), 1200) }
  if (typeof message.id !== 'string') return null
  if (message.type === 'invalid')
    return { type: typeof message.field === 'string' ? 'invalid' : 'failed', id: message.id }
  const card = message.card
  if (message.type !== 'encrypted' || !card || !fields.every((field) => typeof card[field] === 'string')) return null
  return { type: 'encrypted', id: message.id, card: card as unknown as EncryptedCard }
}

/**
 * The card form in its own frame: number, expiry and CVV are never in this page. The frame has an opaque origin, so
 * messages are recognised by their window, not by an origin.
 */
export const CardFrame = ({ ref }: { ref: Ref<CardFrameHandle> }) => {
  const { t } = useLingui()
  const { locale, theme } = useSite()
  const frame = useRef<HTMLIFrameElement>(null)
  const waiting = useRef(new Map<string, (card: EncryptedCard | 'invalid' | 'failed') => void>())
  const [shown, setShown] = useState(false)
  // Without a key from the processor the frame says so in words and never reports ready: it is shown once loaded.
  const [ready, setReady] = useState(false)
  const [height, setHeight] = useState(236)
  const say = (message: { type: string; id?: string }) => frame.current?.contentWindow?.postMessage(message, '*')
  useEffect(() => {
    const listen = (event: MessageEvent) => {
      if (!frame.current || event.source !== frame.current.contentWindow) return
      const message = frameMessage(event.data)
      if (message?.type === 'ready') setReady(true)
      if (message?.type === 'resize') setHeight(message.height)
      if (message && 'id' in message) {
        waiting.current.get(message.id)?.(message.type === 'encrypted' ? message.card : message.type)
        waiting.current.delete(message.id)
      }
    }
    addEventListener('message', listen)
    // The frame comes only now, so that its first word is not missed.
    setShown(true)
    return () => removeEventListener('message', listen)
  }, [])
  useImperativeHandle(
    ref,
    () => ({
      encrypt: () =>
        new Promise((resolve) => {
          const id = newUuid()
          waiting.current.set(id, resolve)
          setTimeout(() => resolve('failed'), timeoutMs)
          say({ type: 'submit', id })
        }),
      clearCvv: () => say({ type: 'clear-cvv' }),
      focus: () => say({ type: 'focus' }),
    }),
    [],
  )
  const source = `/pay/card-frame?lang=${locale}${theme ? `&theme=${theme}` : ''}`
  return (
    <>
      {!ready && <Skeleton shape="block" className={styles.waiting} />}
      {shown && (
        <iframe
          ref={frame}
          className={ready ? styles.frame : styles.hiddenFrame}
          sandbox="allow-scripts"
          src={source}
          title={t`Dati della carta`}
          height={height}
          onLoad={() => setReady(true)}
        />
      )}
    </>
  )
}
