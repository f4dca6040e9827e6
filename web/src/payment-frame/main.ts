import { brandNames, brandOf } from './card-brand.ts'
import { groupNumber, isPlainlyWrong, numberFault } from './card-number.ts'
import { encryptCard } from './encrypt.ts'
import { completeExpiry, expiryFault, formatExpiry, isExpiryWrongAlready, partsOf } from './expiry.ts'
import { bindField } from './field.ts'
import { readToFrame, type ToPage } from './protocol.ts'
import { codeFault, formatCode } from './security-code.ts'
import { digitsOf } from './typed-digits.ts'

/** The data that the server put into the page: the processor's key and the texts of one language. */
interface FrameData {
  readonly publicKey: string
  /** The server's time when it sent the page, as an ISO string: that of the device may be wrong. */
  readonly now: string
  readonly texts: Readonly<Record<string, string>>
}

function start(): void {
  const data = JSON.parse(document.getElementById('frame-data')?.textContent ?? '{}') as FrameData
  const icon = document.getElementById('brand')

  // The frame's own origin is opaque, but its URL is the site's, so messages reach only pages of the site.
  const post = (message: ToPage) => window.parent.postMessage(message, window.location.origin)
  const fast = Date.now() - Date.parse(data.now)
  const now = () => new Date(Date.now() - fast)
  const changed = () => {
    const brand = brandOf(digitsOf(number.input.value))
    icon?.setAttribute('data-brand', brand ?? '')
    icon?.setAttribute('aria-label', brand === null ? '' : brandNames[brand])
    post({ type: 'state', complete: fields.every((field) => field.fault() === null), brand })
  }
  const number = bindField(
    {
      name: 'number',
      fault: numberFault,
      format: groupNumber,
      wrongAlready: isPlainlyWrong,
      praise: 'numberValid',
    },
    data.texts,
    changed,
  )
  const expiry = bindField(
    {
      name: 'expiry',
      fault: (text) => expiryFault(text, now()),
      format: formatExpiry,
      complete: completeExpiry,
      wrongAlready: (text) => isExpiryWrongAlready(text, now()),
    },
    data.texts,
    changed,
  )
  const brand = () => brandOf(digitsOf(number.input.value))
  const code = bindField(
    {
      name: 'code',
      fault: (text) => codeFault(text, brand()),
      format: (text, before) => formatCode(text, brand(), before),
    },
    data.texts,
    changed,
  )
  const fields = [number, expiry, code]

  async function submit(id: string): Promise<void> {
    const wrong = fields.filter((field) => field.show())
    const parts = partsOf(expiry.input.value, now())
    if (wrong[0] || !parts) {
      wrong[0]?.input.focus()
      return post({ type: 'invalid', id, field: wrong[0]?.name ?? 'expiry' })
    }
    const card = await encryptCard(
      data.publicKey,
      { number: digitsOf(number.input.value), ...parts, code: code.input.value },
      now(),
    )
    post({ type: 'encrypted', id, card })
  }

  window.addEventListener('message', (event) => {
    if (event.source !== window.parent) return
    const message = readToFrame(event.data)
    if (message?.type === 'submit')
      // Without a field, the page reports that the form does not work, and offers another method.
      submit(message.id).catch(() => post({ type: 'invalid', id: message.id, field: null }))
    else if (message?.type === 'report') report()
    else if (message?.type === 'clear-cvv') code.clear()
    else if (message?.type === 'focus') (fields.find((field) => field.fault() !== null) ?? number).input.focus()
  })
  const resized = () => post({ type: 'resize', height: Math.ceil(document.body.getBoundingClientRect().height) })
  const report = () => {
    post({ type: 'ready' })
    resized()
    changed()
  }
  new ResizeObserver(resized).observe(document.body)
  report()
}

start()
