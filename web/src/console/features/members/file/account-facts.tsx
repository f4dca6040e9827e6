import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { Badge } from '#components/marks/labels.tsx'
import { genderName, sideNames } from '#console/parts/gender-names.ts'
import { Author } from '#console/parts/author.tsx'
import { languageNames } from '#console/parts/language-names.ts'
import { accountStateNames, consentNames } from '#console/parts/member-words.ts'
import parts from '#console/parts/parts.module.css'
import { Fact, Section } from '#console/parts/section.tsx'
import { Moment } from '#console/parts/time.tsx'
import type { OpenedFile } from '../opened-file.ts'

const when = (at: string | null) => (at ? <Moment at={at} /> : '—')

/** Who it is and how the account stands; what they have. */
export const AccountFacts = ({ file }: { readonly file: OpenedFile }) => {
  const { i18n } = useLingui()
  const lastPush = file.channels.push
    .flatMap(({ lastOkAt }) => lastOkAt ?? [])
    .toSorted()
    .at(-1)
  const regions = new Intl.DisplayNames([i18n.locale], { type: 'region' })
  return (
    <div className={parts.columns}>
      <Section title={<Trans>Account</Trans>}>
        <dl className={parts.facts}>
          <Fact name={<Trans>State</Trans>}>
            <Badge tone={file.state === 'active' ? 'ok' : 'warn'}>{i18n._(accountStateNames[file.state])}</Badge>
            {file.sample && (
              <Badge>
                <Trans>Sample</Trans>
              </Badge>
            )}
          </Fact>
          <Fact name={<Trans>Email</Trans>}>{file.email}</Fact>
          <Fact name={<Trans>Email confirmed</Trans>}>{when(file.emailConfirmedAt)}</Fact>
          {file.phone && <Fact name={<Trans>Phone</Trans>}>{file.phone}</Fact>}
          <Fact name={<Trans>Since</Trans>}>{when(file.createdAt)}</Fact>
          <Fact name={<Trans>Last active</Trans>}>{when(file.lastActiveAt)}</Fact>
          {file.deletionDueAt && <Fact name={<Trans>Is erased</Trans>}>{when(file.deletionDueAt)}</Fact>}
          {file.hold && (
            <Fact name={<Trans>Legal hold</Trans>}>
              {file.hold.reason} · <Author of={file.hold.by} />
            </Fact>
          )}
          <Fact name={<Trans>Age</Trans>}>{file.age}</Fact>
          <Fact name={<Trans>Gender, as others read it</Trans>}>{i18n._(genderName(file.genderShown))}</Fact>
          <Fact name={<Trans>Listed among</Trans>}>{i18n._(sideNames(file.listedAll))}</Fact>
          <Fact name={<Trans>Looks for</Trans>}>{i18n._(sideNames(file.seeksAll))}</Fact>
          <Fact name={<Trans>Photo verified</Trans>}>{when(file.verifiedAt)}</Fact>
          <Fact name={<Trans>Level</Trans>}>
            {file.level}
            {file.levelUntil && (
              <>
                {' · '}
                <Trans>
                  until <Moment at={file.levelUntil} />
                </Trans>
              </>
            )}
          </Fact>
          <Fact name={<Trans>Lives in</Trans>}>
            {[file.home.city, file.home.region].filter(Boolean).join(', ') || '—'}
          </Fact>
          <Fact name={<Trans>Country and language</Trans>}>
            {regions.of(file.country) ?? file.country} · {i18n._(languageNames[file.locale])}
          </Fact>
          <Fact name={<Trans>Source</Trans>}>{file.source}</Fact>
          <Fact name={<Trans>Flow</Trans>}>{file.flow}</Fact>
          <Fact name="Id">{file.id}</Fact>
        </dl>
      </Section>
      <Section title={<Trans>Plan, credits and consents</Trans>}>
        <dl className={parts.facts}>
          <Plan of={file.plan} />
          <Fact name={<Trans>Message credits</Trans>}>{file.credits.messages}</Fact>
          <Fact name={<Trans>First messages</Trans>}>{file.credits.icebreakers}</Fact>
          <Fact name={<Trans>Likes</Trans>}>{file.credits.likes}</Fact>
          <Fact name={<Trans>Push</Trans>}>
            <Plural value={file.channels.push.length} _0="no browser" one="# browser" other="# browsers" />
            {lastPush && (
              <>
                {' · '}
                <Trans>
                  last reached <Moment at={lastPush} />
                </Trans>
              </>
            )}
          </Fact>
          <Fact name="Telegram">
            {file.channels.telegramSince ? (
              <Trans>
                linked since <Moment at={file.channels.telegramSince} />
              </Trans>
            ) : (
              '—'
            )}
          </Fact>
          {file.consents.map((one) => (
            <Fact key={`${one.kind} ${one.at}`} name={i18n._(consentNames[one.kind])}>
              {one.granted ? <Trans>given</Trans> : <Trans>refused</Trans>} · <Moment at={one.at} />
            </Fact>
          ))}
        </dl>
      </Section>
    </div>
  )
}

/** The paid term that runs: until when, and what comes then. */
const Plan = ({ of: term }: { readonly of: OpenedFile['plan'] }) => {
  if (!term)
    return (
      <Fact name={<Trans>Plan</Trans>}>
        <Trans context="plan">None</Trans>
      </Fact>
    )
  const { plan, next, until } = term
  return (
    <>
      <Fact name={<Trans>Plan</Trans>}>
        {plan}
        {term.state === 'past_due' && (
          <Badge tone="warn">
            <Trans>Payment overdue</Trans>
          </Badge>
        )}
      </Fact>
      <Fact name={term.renews ? <Trans>Renews</Trans> : <Trans>Ends</Trans>}>
        <Moment at={until} />
        {term.renews && next !== plan && (
          <>
            {' · '}
            <Trans>as {next}</Trans>
          </>
        )}
      </Fact>
    </>
  )
}
