/**
 * When a route's page runs its script: `false` for never, `later` for the first interaction, `undefined` for
 * immediately.
 */
export type ScriptWish = false | 'later' | undefined

/**
 * A route's setting for its script, in its `handle`. A route with different pages for visitors and members sets it for
 * each.
 */
export interface ScriptHandle {
  readonly script?: ScriptWish | { readonly visitor?: ScriptWish; readonly member?: ScriptWish }
}

/** When a page's script runs. Only a page that runs it immediately needs a nonce and links its style sheets. */
export type PageScript = 'now' | 'later' | 'none'

/** Combines the settings of a page's routes. */
export const pageScript = (handles: readonly unknown[], signedIn: boolean): PageScript => {
  const wishes = (handles as readonly (ScriptHandle | undefined)[]).map((handle) => {
    const script = handle?.script
    return typeof script === 'object' ? script[signedIn ? 'member' : 'visitor'] : script
  })
  if (wishes.includes(false)) return 'none'
  return wishes.includes('later') ? 'later' : 'now'
}
