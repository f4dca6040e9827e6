// The offline page's script: it shows the unsent messages, and opens the requested page once the server answers again.
import { outboxOwner } from '../outbox/outbox.ts'
import { storedMessages } from '../outbox/outbox-store.ts'
import { ids } from './offline-ids.ts'
import { offlinePage } from './offline-page.ts'

const firstAttempt = 3_000
const lastAttempt = 30_000
const pollLimit = 10_000

const answers = async (): Promise<boolean> =>
  fetch('/healthz', { cache: 'no-store', signal: AbortSignal.timeout(pollLimit) }).then(
    ({ ok }) => ok,
    // Still unreachable; the page keeps asking.
    () => false,
  )
// At the offline page's own address the requested page is unknown, so the home page opens.
const open = (): void => (location.pathname === offlinePage ? location.replace('/') : location.reload())
const openIfReachable = async (): Promise<void> => {
  if (await answers()) open()
}

addEventListener('online', () => void openIfReachable())
document.getElementById(ids.retry)?.addEventListener('click', open)
for (const link of document.querySelectorAll('a[data-place]'))
  if (link.getAttribute('href') === location.pathname) link.setAttribute('aria-current', 'page')

// The server may be unreachable while the device has a network, so events of the browser are not enough.
let delay = firstAttempt
const again = (): void => {
  setTimeout(() => void openIfReachable().then(again), delay)
  delay = Math.min(delay * 2, lastAttempt)
}
again()

const show = async (): Promise<void> => {
  const brand = document.documentElement.dataset['brand'] ?? ''
  const messages = await storedMessages(outboxOwner(brand, localStorage.getItem('trackerId') ?? ''))
  const list = document.getElementById(ids.messages)
  for (const { memberName, text, code } of messages) {
    if (code !== null) continue
    const item = document.createElement('li')
    const name = document.createElement('b')
    name.textContent = memberName
    item.append(name, text)
    list?.append(item)
  }
  if (list?.childElementCount) document.getElementById(ids.waiting)?.removeAttribute('hidden')
}
// Without storage the page shows no messages; the outbox still sends what it has in memory.
void show().catch(() => undefined)
