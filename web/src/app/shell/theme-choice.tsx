import { Trans } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { useSite } from '../brand/site.ts'

/** Light, dark, or the system's setting; a form, so that it works without script. */
export const ThemeChoice = () => {
  const { theme } = useSite()
  const choice = (value: 'light' | 'dark' | 'system', label: ReactNode) => (
    <li>
      <form method="post" action="/preferences">
        <button name="theme" value={value}>
          {label}
        </button>
      </form>
    </li>
  )
  return (
    <>
      {theme !== 'dark' && choice('dark', <Trans>Dark theme</Trans>)}
      {theme !== 'light' && choice('light', <Trans>Light theme</Trans>)}
      {theme !== null && choice('system', <Trans>Device theme</Trans>)}
    </>
  )
}
