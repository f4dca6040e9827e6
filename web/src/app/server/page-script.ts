/** When the script of a route's page runs: false never, `later` when somebody first touches the page, else at once. */
export type ScriptWish = false | 'later' | undefined

/** What a route says of its script in its `handle`. A page that is another one for members than for visitors says it for each. */
export interface ScriptHandle {
  readonly script?: ScriptWish | { readonly visitor?: ScriptWish; readonly member?: ScriptWish }
}

/** When a page's script runs. Only a page that runs it at once needs a nonce, and links its style sheets. */
export type PageScript = 'now' | 'later' | 'none'

/** What the routes of a page agree on, for somebody who is signed in or not. */
export const pageScript = (handles: readonly unknown[], signedIn: boolean): PageScript => {
  const wishes = (handles as readonly (ScriptHandle | undefined)[]).map((handle) => {
    const script = handle?.script
    return typeof script === 'object' ? script[signedIn ? 'member' : 'visitor'] : script
  })
  if (wishes.includes(false)) return 'none'
  return wishes.includes('later') ? 'later' : 'now'
}
