import { Trans, useLingui } from '@lingui/react/macro'
import { Lock, Mail, type LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import type { ReplyOf } from '#app/api/api.ts'
import { Button } from '#components/buttons/button.tsx'
import { Card } from '#components/layout/card.tsx'
import { Icon } from '#components/marks/icon.tsx'
import { Badge } from '#components/marks/labels.tsx'
import layout from '#styles/layout.module.css'
import text from '#styles/text.module.css'
import { ConsentHistory } from './consent-history.tsx'
import { consentNames, optionalTexts, requiredTexts } from './consent-texts.ts'
import styles from './consents.module.css'
import { NecessaryCard } from './cookie-form.tsx'

export interface ConsentCentreProps {
  readonly consents: ReplyOf<'GET /api/consents'>
  /** Whether the member gets emails about new messages. */
  readonly notices: boolean
}

const required = ['terms', 'data', 'clauses', 'adult'] as const

const Row = ({
  id,
  icon,
  title,
  means,
  state,
  control,
}: {
  id?: string
  icon: LucideIcon
  title: ReactNode
  means: ReactNode
  state?: ReactNode
  control?: ReactNode
}) => (
  <li className={styles.row} id={id}>
    <span className={styles.icon}>
      <Icon of={icon} />
    </span>
    <div className={styles.words}>
      <b>{title}</b> {state}
      <br />
      <span className={styles.small}>{means}</span>
    </div>
    {control}
  </li>
)

const State = ({ on }: { on: boolean }) =>
  on ? (
    <Badge tone="ok">
      <Trans>Active</Trans>
    </Badge>
  ) : (
    <Badge>
      <Trans>Not active</Trans>
    </Badge>
  )

/** A button that turns a consent on or off, in the same size either way. */
const Turn = ({ name, value, on, title }: { name: 'kind' | 'list'; value: string; on: boolean; title: string }) => {
  const { t } = useLingui()
  return (
    <form method="post" className={styles.control}>
      <input type="hidden" name={name} value={value} />
      <Button
        type="submit"
        variant="sec"
        size="sm"
        block
        name="granted"
        value={String(!on)}
        aria-label={on ? t`Deactivate: ${title}` : t`Activate: ${title}`}
      >
        {on ? <Trans>Deactivate</Trans> : <Trans>Activate</Trans>}
      </Button>
    </form>
  )
}

/** A member's consents, and controls to change them: plain forms, so that they work without script. */
export const ConsentCentre = ({ consents: { optional, history }, notices }: ConsentCentreProps) => {
  const { t, i18n } = useLingui()
  const noticesTitle = t`Alerts for new messages`
  return (
    <div className={styles.columns}>
      <div className={layout.stack}>
        <Card as="section" className={styles.card}>
          <h2 className={text.h3}>
            <Trans>Optional</Trans>
          </h2>
          <p className={text.muted}>
            <Trans>
              None of them is a condition of using the service. Change your mind whenever you like, with one click.
            </Trans>
          </p>
          <ul>
            {optional.map(({ kind, granted }) => {
              const { icon, means } = optionalTexts[kind]
              const title = i18n._(consentNames[kind])
              return (
                <Row
                  key={kind}
                  id={kind}
                  icon={icon}
                  title={title}
                  means={i18n._(means)}
                  state={<State on={granted} />}
                  control={<Turn name="kind" value={kind} on={granted} title={title} />}
                />
              )
            })}
            {/* The emails are no consent, so members who never unsubscribed from them do not see them here. */}
            {!notices && (
              <Row
                id="notices"
                icon={Mail}
                title={noticesTitle}
                means={<Trans>You turned them off with the link in an email.</Trans>}
                state={<State on={false} />}
                control={<Turn name="list" value="notices" on={false} title={noticesTitle} />}
              />
            )}
          </ul>
        </Card>
        <NecessaryCard />
        <Card as="section" className={styles.card}>
          <h2 className={text.h3}>
            <Trans>The ones your profile depends on</Trans>
          </h2>
          <p className={text.muted}>
            <Trans>
              You gave them when you signed up. They can’t be withdrawn while the profile stays: to withdraw them,{' '}
              <a className={text.link} href="/settings/account">
                delete your profile
              </a>{' '}
              and your data with it.
            </Trans>
          </p>
          <ul>
            {required.map((kind) => (
              <Row key={kind} icon={Lock} title={i18n._(consentNames[kind])} means={i18n._(requiredTexts[kind])} />
            ))}
          </ul>
        </Card>
      </div>
      <ConsentHistory history={history} />
    </div>
  )
}
