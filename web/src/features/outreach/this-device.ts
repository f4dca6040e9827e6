import { api } from '#app/api/api.ts'
import { isAppleMobile } from '#app/session/device.ts'

/** What this browser can do for notifications. */
export type DeviceState = 'unsupported' | 'install first' | 'denied' | 'off' | 'on'

/** On iPhones and iPads only an app on the home screen is notified. */
export async function deviceState(): Promise<DeviceState> {
  if (!('serviceWorker' in navigator) || !('PushManager' in window) || !('Notification' in window))
    return isAppleMobile() && !matchMedia('(display-mode: standalone)').matches ? 'install first' : 'unsupported'
  if (Notification.permission === 'denied') return 'denied'
  return Notification.permission === 'granted' && (await subscription()) !== null ? 'on' : 'off'
}

const subscription = async (): Promise<PushSubscription | null> =>
  (await (await navigator.serviceWorker.getRegistration())?.pushManager.getSubscription()) ?? null

/** Asks, subscribes and registers this browser. @returns false if the member said no */
export async function turnOn(): Promise<boolean> {
  if ((await Notification.requestPermission()) !== 'granted') return false
  await navigator.serviceWorker.register('/service-worker.js', { updateViaCache: 'none' })
  await register()
  return true
}

export async function turnOff(): Promise<void> {
  await (await subscription())?.unsubscribe()
}

/** Subscribed with another key it would receive nothing: then it subscribes again. */
async function register(): Promise<void> {
  const { key } = await api('GET /api/push/key', {})
  const { pushManager } = await navigator.serviceWorker.ready
  const before = await pushManager.getSubscription()
  const same = before !== null && base64url(before.options.applicationServerKey) === key
  if (before !== null && !same) await before.unsubscribe()
  const now = same ? before : await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key })
  await api('POST /api/users/pushToken', { body: { pushToken: JSON.stringify(now) } })
}

const base64url = (bytes: ArrayBuffer | null): string =>
  btoa(String.fromCharCode(...new Uint8Array(bytes ?? new ArrayBuffer())))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '')

/** At each start: browsers lose subscriptions without a word. Only where this session’s device was turned on. */
export async function renewDevice(): Promise<void> {
  const { devices } = await api('GET /api/push/devices', {})
  if (devices.some(({ current }) => current)) await register()
}

/**
 * Closes the notifications of the conversation that is open, of all when there is nothing unread, and updates the badge of
 * the installed app.
 */
export async function closeRead(pathname: string, unread: number): Promise<void> {
  const registration = await navigator.serviceWorker.getRegistration()
  for (const shown of (await registration?.getNotifications()) ?? [])
    if (shown.tag.startsWith('c:') && (unread === 0 || pathname === `/chats/${shown.tag.slice(2)}`)) shown.close()
  if ('setAppBadge' in navigator) await navigator.setAppBadge(unread)
}
