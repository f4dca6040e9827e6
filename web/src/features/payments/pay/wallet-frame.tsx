import { useLingui } from '@lingui/react/macro'
import { useEffect, useRef, useState } from 'react'
import { api } from '#app/api/api.ts'
import { useSite } from '#app/brand/site.ts'
import { Skeleton } from '#components/feedback/skeleton.tsx'
import styles from './pay.module.css'

/** The wallet's response, which only the server and the provider interpret. */
export type WalletResponse = Readonly<Record<string, unknown>>

/** The order as the wallet's sheet shows it; the server decides the amount charged. */
interface WalletOrder {
  /** Decimal, as in 24.90. */
  readonly total: string
  readonly currency: string
  readonly label: string
}
type ToWallet =
  | { readonly type: 'order'; readonly order: WalletOrder }
  | { readonly type: 'validated'; readonly session: object | null }
  | { readonly type: 'charged'; readonly paid: boolean }
type FromWallet =
  | { readonly type: 'ready' | 'closed' }
  | { readonly type: 'resize'; readonly height: number }
  | { readonly type: 'validate'; readonly validationURL: string }
  | { readonly type: 'paid'; readonly response: WalletResponse }

/** Parses a message of the frame; anything else is ignored. */
const frameMessage = (data: unknown): FromWallet | null => {
  if (typeof data !== 'object' || data === null || !('type' in data)) return null
  const message = data as Record<string, unknown>
  const { type, height, validationURL, response } = message
  if (type === 'ready' || type === 'closed') return { type }
  if (type === 'resize' && typeof height === 'number') return { type, height: Math.min(Math.max(height, 58), 480) }
  if (type === 'validate' && typeof validationURL === 'string') return { type, validationURL }
  if (type === 'paid' && typeof response === 'object' && response !== null)
    return { type, response: response as WalletResponse }
  return null
}

/**
 * A wallet's button in an iframe of its own, so that its script never runs in this page. `pay` sends the wallet's
 * response to the server, and the wallet's sheet shows the result.
 */
export const WalletFrame = ({
  address,
  name,
  order,
  pay,
}: {
  /** URL from the server, including its query. */
  address: string
  name: string
  order: WalletOrder
  pay: (response: WalletResponse) => Promise<boolean>
}) => {
  const { t } = useLingui()
  const { locale, theme } = useSite()
  const frame = useRef<HTMLIFrameElement>(null)
  const [shown, setShown] = useState(false)
  const [ready, setReady] = useState(false)
  const [height, setHeight] = useState(58)
  const isOwn = address.startsWith('/')
  const { total, currency, label } = order
  const latest = useRef(pay)
  useEffect(() => {
    latest.current = pay
  })
  useEffect(() => {
    // A frame without an origin of its own has an opaque one, which can only be addressed as any origin.
    const target = isOwn ? '*' : new URL(address).origin
    const say = (message: ToWallet) => frame.current?.contentWindow?.postMessage(message, target)
    const validated = async (validationURL: string) => {
      // Without a session the wallet closes its sheet, and its button can be pressed again.
      const reply = await api('POST /pay/validate-merchant', { body: { validationURL } }).catch(() => null)
      say({ type: 'validated', session: reply?.data ?? null })
    }
    const listen = (event: MessageEvent) => {
      if (!frame.current || event.source !== frame.current.contentWindow) return
      if (event.origin !== (isOwn ? 'null' : target)) return
      const message = frameMessage(event.data)
      if (message?.type === 'ready') {
        setReady(true)
        say({ type: 'order', order: { total, currency, label } })
      }
      if (message?.type === 'resize') setHeight(message.height)
      if (message?.type === 'validate') void validated(message.validationURL)
      if (message?.type === 'paid') void latest.current(message.response).then((paid) => say({ type: 'charged', paid }))
    }
    addEventListener('message', listen)
    // The frame is rendered only now, so that the listener does not miss its first message.
    setShown(true)
    return () => removeEventListener('message', listen)
  }, [address, isOwn, total, currency, label])
  const source = `${address}&lang=${locale}${theme ? `&theme=${theme}` : ''}`
  return (
    <>
      {!ready && <Skeleton shape="block" className={styles.waitingButton} />}
      {shown && (
        <iframe
          ref={frame}
          className={ready ? styles.frame : styles.hiddenFrame}
          sandbox={`allow-scripts allow-popups allow-popups-to-escape-sandbox allow-forms${isOwn ? '' : ' allow-same-origin'}`}
          allow="payment *"
          src={source}
          title={t`Pay with ${name}`}
          height={height}
        />
      )}
    </>
  )
}
