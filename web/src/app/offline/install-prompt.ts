/** What Chromium asks a page, and a member, to install it with. */
export interface InstallPrompt extends Event {
  prompt(): Promise<unknown>
}

let held: InstallPrompt | undefined

// It comes once, some time after the page has loaded, and the browser's own offer on arrival would be too early.
if (typeof window !== 'undefined')
  addEventListener('beforeinstallprompt', (event) => {
    event.preventDefault()
    held = event as InstallPrompt
  })

export const installPrompt = (): InstallPrompt | undefined => held
