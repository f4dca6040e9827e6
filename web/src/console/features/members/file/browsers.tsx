import { Trans } from '@lingui/react/macro'
import { Link } from 'react-router'
import { MoreRows, useFirstRows } from '#console/parts/first-rows.tsx'
import parts from '#console/parts/parts.module.css'
import { Section } from '#console/parts/section.tsx'
import { Moment } from '#console/parts/time.tsx'
import type { FileProps } from '../opened-file.ts'

/** The browsers of sign-ins, each with a link to the search for those who used it too, or its network. */
export const Browsers = ({ brand, file }: FileProps) => {
  const { rows, onMore } = useFirstRows(file.browsers)
  return (
    <Section title={<Trans>Browsers and networks</Trans>}>
      {file.browsers.length === 0 && (
        <p className={parts.muted}>
          <Trans>None</Trans>
        </p>
      )}
      <ul className={parts.rows}>
        {rows.map((one) => (
          <li key={one.id ?? one.firstSeenAt}>
            <span className={parts.two}>
              <b>{one.id ? <Found brand={brand} query={one.id} shown={one.id.slice(0, 8)} /> : '—'}</b>
              <span>
                <Moment at={one.lastSeenAt} />
              </span>
            </span>
            {one.network && <Found brand={brand} query={one.network} shown={one.network} />}
          </li>
        ))}
      </ul>
      <MoreRows onMore={onMore} />
    </Section>
  )
}

const Found = ({ brand, query, shown }: { readonly brand: string; readonly query: string; readonly shown: string }) => (
  <Link className={parts.link} to={`/${brand}/members?${new URLSearchParams({ q: query })}`}>
    {shown}
  </Link>
)
