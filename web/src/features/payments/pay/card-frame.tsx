import { useLingui } from '@lingui/react/macro'
import { type Ref, useEffect, useImperativeHandle, useRef, useState } from 'react'
import { useSite } from '#app/brand/site.ts'
import { Skeleton } from '#components/feedback/skeleton.tsx'
import { newUuid } from '#app/api/uuid.ts'
import styles from './pay.module.css'

/** The card, encrypted by the frame with the processor's key. */
export interface EncryptedCard {
  readonly encryptedCardNumber: string
  readonly encryptedExpiryMonth: string
  readonly encryptedExpiryYear: string
  readonly encryptedSecurityCode: string
}

export interface CardFrameHandle {
  /** The encrypted card; `invalid` if the frame found mistakes and showed them, `failed` if the frame does not work. */
  readonly encrypt: () => Promise<EncryptedCard | 'invalid' | 'failed'>
  readonly clearCvv: () => void
  readonly focus: () => void
}

type FrameMessage =
  | { readonly type: 'ready' }
  | { readonly type: 'resize'; readonly height: number }
  | { readonly type: 'encrypted'; readonly id: string; readonly card: EncryptedCard }
  | { readonly type: 'invalid' | 'failed'; readonly id: string }

/** CSS pixels of the form without errors, until the frame reports its height. */
const usualHeight = 236

/** Encryption takes milliseconds, so a frame that does not answer within this time is broken. */
const timeoutMs = 10_000

const fields = ['encryptedCardNumber', 'encryptedExpiryMonth', 'encryptedExpiryYear', 'encryptedSecurityCode'] as const

/** Parses a message of the frame; anything else is ignored. */
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
 * The card form in an iframe of its own: number, expiry and CVV never reach this page. The frame has an opaque origin,
 * so messages are recognised by their source window instead of their origin.
 */
export const CardFrame = ({ ref }: { ref: Ref<CardFrameHandle> }) => {
  const { t } = useLingui()
  const { locale, theme } = useSite()
  const frame = useRef<HTMLIFrameElement>(null)
  const waiting = useRef(new Map<string, (card: EncryptedCard | 'invalid' | 'failed') => void>())
  const [isPainted, setPainted] = useState(false)
  const [height, setHeight] = useState(usualHeight)
  const say = (message: { type: string; id?: string }) => frame.current?.contentWindow?.postMessage(message, '*')
  useEffect(() => {
    const listen = (event: MessageEvent) => {
      if (!frame.current || event.source !== frame.current.contentWindow) return
      const message = frameMessage(event.data)
      if (message?.type === 'ready') setPainted(true)
      if (message?.type === 'resize') setHeight(message.height)
      // The order button may be far below: the frame's focus does not scroll this page in every browser.
      if (message?.type === 'invalid') frame.current.scrollIntoView({ block: 'center' })
      if (message && 'id' in message) {
        waiting.current.get(message.id)?.(message.type === 'encrypted' ? message.card : message.type)
        waiting.current.delete(message.id)
      }
    }
    addEventListener('message', listen)
    // A frame in the server's document loads while this script does, and its first messages may have been missed.
    say({ type: 'report' })
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
    <div className={styles.frameBox}>
      {!isPainted && <Skeleton shape="block" className={styles.behindFrame} />}
      <iframe
        ref={frame}
        className={styles.frame}
        sandbox="allow-scripts"
        src={source}
        title={t`Card details`}
        height={height}
        // Without the processor's key the frame shows an error and never reports ready.
        onLoad={() => setPainted(true)}
      />
    </div>
  )
}
