import { type Handover, handoverId } from './handover.ts'

declare global {
  interface Window {
    __reactRouterContext?: object
    __reactRouterRouteModules?: object
  }
}

const touches = ['pointermove', 'pointerdown', 'touchstart', 'keydown', 'focusin', 'wheel', 'scroll']

/** Starts a page's deferred script at the first interaction. The page works without it: its form submits natively. */
export function startLater(): void {
  const held = document.getElementById(handoverId)
  if (!held) return
  const go = (event?: Event): void => {
    if (event !== undefined && isAtRest(event)) return
    for (const touch of touches) removeEventListener(touch, go, true)
    void start(JSON.parse(held.textContent) as Handover)
  }
  for (const touch of touches) addEventListener(touch, go, { capture: true, passive: true })
  // The visitor interacted before this script ran, or the browser has filled the form in.
  if (document.activeElement !== document.body || document.querySelector('form :autofill')) go()
}

/** Browsers send a `pointermove` to a page that loads under a resting mouse; that is no interaction. */
const isAtRest = (event: Event): boolean =>
  event instanceof PointerEvent && event.type === 'pointermove' && event.movementX === 0 && event.movementY === 0

/** Does what React Router's `<Scripts>` does on a page without a deferred script. */
async function start({ context, data, manifest, entry, routes, imports }: Handover): Promise<void> {
  for (const link of document.querySelectorAll<HTMLLinkElement>('link[rel="later-stylesheet"]')) link.rel = 'stylesheet'
  for (const href of imports) {
    const link = document.createElement('link')
    link.rel = 'modulepreload'
    link.href = href
    document.head.append(link)
  }
  window.__reactRouterContext = {
    ...context,
    stream: new ReadableStream<string>({
      start(controller) {
        controller.enqueue(data)
        controller.close()
      },
    }).pipeThrough(new TextEncoderStream()),
  }
  const load = (module: string): Promise<object> => import(/* @vite-ignore */ module) as Promise<object>
  const [modules] = await Promise.all([
    Promise.all(
      routes.map(async ([id, parts]) => [id, Object.assign({}, ...(await Promise.all(parts.map(load))))] as const),
    ),
    load(manifest),
  ])
  window.__reactRouterRouteModules = Object.fromEntries(modules)
  await load(entry)
}
