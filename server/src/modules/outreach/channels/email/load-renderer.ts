import type { RenderEmail } from './templates/render.tsx'

/**
 * The email templates, built by `vite.emails.config.ts` into `server/build/emails.js`. Loaded with the first email, to
 * keep the start-up fast.
 */
export function lazyRenderer(): RenderEmail {
  let loading: Promise<{ renderEmail: RenderEmail }> | undefined
  return async (email, brand, locale) => {
    loading ??= load().catch((error: unknown) => {
      loading = undefined
      throw error
    })
    return (await loading).renderEmail(email, brand, locale)
  }
}

async function load(): Promise<{ renderEmail: RenderEmail }> {
  const built = new URL('../../../../../build/emails.js', import.meta.url)
  try {
    return (await import(built.href)) as { renderEmail: RenderEmail }
  } catch (error) {
    throw new Error(
      'server/build/emails.js cannot be loaded: build it with `npx vite build -c server/vite.emails.config.ts`',
      { cause: error },
    )
  }
}
