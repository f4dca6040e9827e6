import { offlinePages } from '#app/offline/offline-page.ts'

/*
 * Caches the program but no content: the files of the build, whose names change with their content, and the offline
 * page. Members' pages and API responses are never cached (docs/decisions/016).
 */

interface ExtendableEvent extends Event {
  waitUntil(work: Promise<unknown>): void
}
interface FetchEvent extends ExtendableEvent {
  readonly request: Request
  readonly preloadResponse: Promise<Response | undefined>
  respondWith(answer: Promise<Response>): void
}
interface PushEvent extends ExtendableEvent {
  readonly data: { json(): unknown } | null
}
interface NotificationEvent extends ExtendableEvent {
  readonly action: string
  readonly notification: Notification
}
interface WindowClient {
  postMessage(message: unknown): void
  readonly url: string
  readonly visibilityState: string
  focus(): Promise<WindowClient>
  navigate(url: string): Promise<WindowClient | null>
}
interface MessageToWorker extends ExtendableEvent {
  readonly data: unknown
  readonly source: WindowClient
}
/** As the server makes it: title, body, page, tag, unread messages, tags of what is unread, discreet, language, name of the button to the settings. */
interface Pushed {
  readonly t?: string
  readonly b?: string
  readonly u?: string
  readonly g?: string
  readonly n?: number
  readonly k?: readonly string[]
  readonly d?: boolean
  readonly l?: string
  readonly s?: string
}
interface WorkerScope {
  readonly registration: ServiceWorkerRegistration
  readonly clients: {
    claim(): Promise<void>
    matchAll(options: { type: 'window'; includeUncontrolled: true }): Promise<readonly WindowClient[]>
    openWindow(url: string): Promise<WindowClient | null>
  }
  readonly navigator: { setAppBadge?(count: number): Promise<void> }
  skipWaiting(): Promise<void>
  addEventListener(type: 'install' | 'activate', listener: (event: ExtendableEvent) => void): void
  addEventListener(type: 'push', listener: (event: PushEvent) => void): void
  addEventListener(type: 'notificationclick', listener: (event: NotificationEvent) => void): void
  addEventListener(type: 'fetch', listener: (event: FetchEvent) => void): void
  addEventListener(type: 'message', listener: (event: MessageToWorker) => void): void
}
declare const self: WorkerScope
/** Set by the build: its version, and the files of the members' pages. */
declare const __VERSION__: string
declare const __FILES__: readonly string[]

const prefix = 'files-'
const current = prefix + __VERSION__
/** Caches to keep: the current build's, and the previous one's for tabs that still run it. */
const keptBuilds = 2

const isFile = (pathname: string): boolean => pathname.startsWith('/assets/')

const fileOf = async (request: Request): Promise<Response> => {
  const kept = await caches.match(request, { ignoreVary: true })
  if (kept) return kept
  const answer = await fetch(request)
  if (answer.status === 200) {
    const cache = await caches.open(current)
    await cache.put(request, answer.clone())
  }
  return answer
}

const pageOf = async ({ request, preloadResponse }: FetchEvent): Promise<Response> => {
  try {
    return (await preloadResponse) ?? (await fetch(request))
  } catch (error) {
    const cache = await caches.open(offlinePages)
    const [kept] = await cache.matchAll()
    if (kept) return kept
    throw error
  }
}

self.addEventListener('install', (event) => {
  void self.skipWaiting()
  event.waitUntil(caches.open(current).then((cache) => cache.addAll([...__FILES__])))
})

self.addEventListener('activate', (event) => {
  const takeOver = async () => {
    await self.registration.navigationPreload?.enable()
    await self.clients.claim()
    // `caches.keys()` returns the caches in the order of their creation.
    const builds = (await caches.keys()).filter((name) => name.startsWith(prefix) && name !== current)
    await Promise.all(builds.slice(0, Math.max(0, builds.length + 1 - keptBuilds)).map((name) => caches.delete(name)))
  }
  event.waitUntil(takeOver())
})

/** What another app shared last, until a page asks for it. It is in no cache, like all that is a member's. */
let shared: FormDataEntryValue | null = null

const takeShared = async (request: Request): Promise<Response> => {
  shared = (await request.formData()).get('photo')
  return Response.redirect('/profile?shared', 303)
}

self.addEventListener('message', (event) => {
  const { keep, wantsShared } = event.data as { readonly keep?: unknown; readonly wantsShared?: unknown }
  if (wantsShared === true) {
    event.source.postMessage({ shared })
    shared = null
  }
  if (!Array.isArray(keep)) return
  const files = keep.filter((path): path is string => typeof path === 'string' && isFile(path))
  const add = async () => {
    const cache = await caches.open(current)
    await Promise.all(
      files.map(
        // A file that cannot be cached now is fetched from the network when a page needs it.
        async (path) => (await caches.match(path, { ignoreVary: true })) ?? cache.add(path).catch(() => undefined),
      ),
    )
  }
  event.waitUntil(add())
})

self.addEventListener('fetch', (event) => {
  const { request } = event
  const { origin, pathname } = new URL(request.url)
  if (origin !== location.origin) return
  if (request.method === 'POST' && pathname === '/share') event.respondWith(takeShared(request))
  if (request.method !== 'GET') return
  if (isFile(pathname)) event.respondWith(fileOf(request))
  // The card form's frame has a content security policy of its own, and is useless without a network.
  else if (request.mode === 'navigate' && request.destination === 'document') event.respondWith(pageOf(event))
})

// A push that shows nothing would cost an iPhone its subscription: it always shows something.
self.addEventListener('push', (event) => {
  let pushed: Pushed = {}
  try {
    pushed = (event.data?.json() ?? {}) as Pushed
  } catch {
    // Not ours, or of a later version: it is shown without words.
  }
  const { t, b, u, g, n, k, d, l, s } = pushed
  const show = async () => {
    await self.registration.showNotification(t ?? location.hostname, {
      body: b ?? '',
      ...(g !== undefined && { tag: g }),
      ...(!d && { icon: '/brand/icon.svg' }),
      ...(l !== undefined && { lang: l }),
      // Not in every browser, and not yet in TypeScript's types.
      ...(s !== undefined && { actions: [{ action: 'settings', title: s }] }),
      data: u,
    })
    // What was read on another device since.
    if (k !== undefined)
      for (const shown of await self.registration.getNotifications())
        if (shown.tag.startsWith('c:') && shown.tag !== g && !k.includes(shown.tag)) shown.close()
    if (n !== undefined) await self.navigator.setAppBadge?.(n)
  }
  event.waitUntil(show())
})

self.addEventListener('notificationclick', (event) => {
  const { notification, action } = event
  notification.close()
  const about = typeof notification.data === 'string' && /^\/(?!\/)/.test(notification.data) ? notification.data : '/'
  const path = action === 'settings' ? '/activeNotifications' : about
  const open = async () => {
    const tabs = await self.clients.matchAll({ type: 'window', includeUncontrolled: true })
    const tab = tabs.find((one) => one.visibilityState === 'visible') ?? tabs[0]
    if (!tab) return self.clients.openWindow(path)
    const focused = await tab.focus()
    return new URL(focused.url).pathname === path ? focused : focused.navigate(path)
  }
  event.waitUntil(open())
})
