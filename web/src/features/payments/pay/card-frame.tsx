import { useLingui } from '@lingui/react/macro'
import { type Ref, useEffect, useImperativeHandle, useRef, useState } from 'react'
import { useSite } from '../../../app/brand/site.ts'
import { Skeleton } from '../../../components/feedback/skeleton.tsx'
import { newUuid } from '../../../app/api/uuid.ts'
import styles from '../payments.module.css'

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

type Told =
  | { readonly type: 'ready' }
  | { readonly type: 'resize'; readonly height: number }
  | { readonly type: 'encrypted'; readonly id: string; readonly card: EncryptedCard }
  | { readonly type: 'invalid' | 'failed'; readonly id: string }

/** Encrypting takes milliseconds; a frame that is silent for longer does not work. */
const patience = 10_000

const fields = ['encryptedCardNumber', 'encryptedExpiryMonth', 'encryptedExpiryYear', 'encryptedSecurityCode'] as const

/** What the frame may say; anything else is not heard. */
const toldBy = (data: unknown): Told | null => {
  if (typeof data !== 'object' || data === null || !('type' in data)) return null
  const told = data as {
    type: unknown
    height?: unknown
    id?: unknown
    field?: unknown
    card?: Record<string, unknown>
  }
  if (told.type === 'ready') return { type: 'ready' }
  if (told.type === 'resize' && typeof told.height === 'number')
    return { type: 'resize', height: Math.min(Math.max(told.height, 100), 1200) }
  if (typeof told.id !== 'string') return null
  if (told.type === 'invalid') return { type: typeof told.field === 'string' ? 'invalid' : 'failed', id: told.id }
  const card = told.card
  if (told.type !== 'encrypted' || !card || !fields.every((field) => typeof card[field] === 'string')) return null
  return { type: 'encrypted', id: told.id, card: card as unknown as EncryptedCard }
}

/**
 * The card form in its own frame: number, expiry and CVV are never in this page. The frame has an opaque origin, so
 * messages are told apart by their window, not by an origin.
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
      const told = toldBy(event.data)
      if (told?.type === 'ready') setReady(true)
      if (told?.type === 'resize') setHeight(told.height)
      if (told && 'id' in told) {
        waiting.current.get(told.id)?.(told.type === 'encrypted' ? told.card : told.type)
        waiting.current.delete(told.id)
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
          setTimeout(() => resolve('failed'), patience)
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
