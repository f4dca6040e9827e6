import { openApplePay } from './apple-pay.ts'
import { openGooglePay } from './google-pay.ts'
import { readToWallet, type FromWallet, type WalletOrder } from './protocol.ts'
import type { OpenWallet, WalletSettings } from './wallet.ts'

/** The data that the server put into the page. */
interface FrameData {
  /** Origin of the page that contains the frame. */
  readonly parent: string
  readonly scriptUrl: string
  readonly locale: string
  readonly settings: WalletSettings
  readonly texts: { readonly unavailable: string; readonly failed: string }
}

const opening: Readonly<Record<string, OpenWallet>> = { google: openGooglePay, apple: openApplePay }

const loaded = (url: string): Promise<void> =>
  new Promise((resolve, reject) => {
    const script = document.createElement('script')
    script.src = url
    script.onload = () => resolve()
    script.onerror = () => reject(new Error(`no script at ${url}`))
    document.head.append(script)
  })

function start(): void {
  const data = JSON.parse(document.getElementById('frame-data')?.textContent ?? '{}') as FrameData
  const place = document.getElementById('button')
  const message = document.getElementById('message')
  const post = (said: FromWallet) => window.parent.postMessage(said, data.parent)
  const say = (text: string) => {
    if (message) message.textContent = text
  }
  let order: WalletOrder | null = null
  let answer: ((session: object | null) => void) | null = null
  let close: ((paid: boolean) => void) | null = null

  window.addEventListener('message', (event) => {
    if (event.source !== window.parent || event.origin !== data.parent) return
    const asked = readToWallet(event.data)
    if (asked?.type === 'order') order = asked.order
    else if (asked?.type === 'validated') answer?.(asked.session)
    else if (asked?.type === 'charged') close?.(asked.paid)
  })
  new ResizeObserver(() => post({ type: 'resize', height: Math.ceil(document.documentElement.scrollHeight) })).observe(
    document.body,
  )

  const open = opening[data.settings.api]
  if (!open) throw new Error(`no wallet ${data.settings.api}`)
  loaded(data.scriptUrl)
    .then(() =>
      open({
        settings: data.settings,
        locale: data.locale,
        order: () => order,
        validate: (validationURL) =>
          new Promise((resolve) => {
            answer = resolve
            post({ type: 'validate', validationURL })
          }),
        paid: (response) =>
          new Promise((resolve) => {
            close = resolve
            post({ type: 'paid', response })
          }),
        opened: () => say(''),
        closed: () => post({ type: 'closed' }),
        failed: () => {
          say(data.texts.failed)
          post({ type: 'closed' })
        },
      }),
    )
    .then((button) => {
      if (button) place?.replaceChildren(button)
      else say(data.texts.unavailable)
      post({ type: 'ready' })
    })
    .catch(() => {
      // The frame reports that the wallet is not available; the page offers the other methods.
      say(data.texts.unavailable)
      post({ type: 'ready' })
    })
}

start()
