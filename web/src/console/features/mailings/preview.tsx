import type { Locale } from '@incontro/contract'
import { Trans, useLingui } from '@lingui/react/macro'
import { Button } from '#components/buttons/button.tsx'
import { languageNames } from '#console/parts/language-names.ts'
import styles from './mailings.module.css'

/** The languages of a mail as buttons, each with a mark where it is not written. */
export const Languages = ({
  languages,
  shown,
  missing = [],
  onChange,
}: {
  readonly languages: readonly Locale[]
  readonly shown: Locale
  readonly missing?: readonly Locale[]
  readonly onChange: (locale: Locale) => void
}) => {
  const { t, i18n } = useLingui()
  return (
    <div className={styles.languages} role="group" aria-label={t`Language`}>
      {languages.map((one) => (
        <Button
          key={one}
          size="sm"
          variant={one === shown ? 'soft' : 'ghost'}
          aria-pressed={one === shown}
          onClick={() => onChange(one)}
        >
          {i18n._(languageNames[one])}
          {missing.includes(one) && (
            <span className={styles.missing}>
              <Trans>missing</Trans>
            </span>
          )}
        </Button>
      ))}
    </div>
  )
}

/** A mail as its recipients see it, in a frame without scripts and links. */
export const PreviewFrame = ({ address, title }: { readonly address: string; readonly title: string }) => (
  <iframe className={styles.frame} sandbox="" src={address} title={title} />
)
