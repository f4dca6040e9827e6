import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { Ban, Flag, HeartHandshake, LifeBuoy, ShieldAlert, type LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import { useSite } from '#app/brand/site.ts'
import { PageHead } from '#app/seo/page-head.tsx'
import type { VisitorHandle } from '#app/shell/page-handle.ts'
import { useVisitLinks } from '#app/visit/use-visit-links.ts'
import { Icon } from '#components/marks/icon.tsx'
import { Card } from '#components/layout/card.tsx'
import { classNames } from '#styles/class-names.ts'
import layout from '#styles/layout.module.css'
import text from '#styles/text.module.css'
import { countriesFrom, helpLines, telephone, type HelpKind } from './help-lines.ts'
import styles from './safety.module.css'

export const handle: VisitorHandle = { script: false }

const kinds = {
  emergency: msg`Emergencies`,
  violence: msg`Violence, threats and stalking: free, any time`,
  victims: msg`Victims of crime: free`,
  fraud: msg`Online fraud: free`,
  bank: msg`Your bank, if you fear a scam`,
} as const satisfies Record<HelpKind, object>

const Part = ({
  id,
  icon,
  title,
  children,
}: {
  readonly id: string
  readonly icon: LucideIcon
  readonly title: ReactNode
  readonly children: ReactNode
}) => (
  <Card as="section" id={id} aria-labelledby={`${id}-title`} className={styles.part}>
    <h2 id={`${id}-title`} className={classNames(text.h2, styles.title)}>
      <Icon of={icon} size={24} />
      {title}
    </h2>
    {children}
  </Card>
)

const FirstDate = () => (
  <Part id="first-date" icon={HeartHandshake} title={<Trans>The first date</Trans>}>
    <ul className={styles.list}>
      <li>
        <Trans>Talk here first, and take your time. Anyone in a great hurry to meet can wait another day.</Trans>
      </li>
      <li>
        <Trans>Choose a busy public place, in daylight the first time. Not your home, and not theirs.</Trans>
      </li>
      <li>
        <Trans>
          Tell someone you trust where you’re going, with whom and when you’ll be back, and send them the profile.
        </Trans>
      </li>
      <li>
        <Trans>Get there and back on your own, keep your phone charged and your drink in sight.</Trans>
      </li>
      <li>
        <Trans>You can leave at any time, no explanation needed. Anyone who respects you will understand.</Trans>
      </li>
      <li>
        <Trans>Your address, workplace and routines can wait until you trust them.</Trans>
      </li>
    </ul>
  </Part>
)

const Scams = () => (
  <Part id="scams" icon={ShieldAlert} title={<Trans>How to spot a scam</Trans>}>
    <ul className={styles.list}>
      <li>
        <Trans>Asks for money, gift cards, crypto or account details: for an emergency, a trip, customs.</Trans>
      </li>
      <li>
        <Trans>Promises sure profits or teaches you to invest. There’s no such thing.</Trans>
      </li>
      <li>
        <Trans>In love after three days, yet can never meet or show up on video.</Trans>
      </li>
      <li>
        <Trans>Wants to move to another app at once, or sends a link asking for a card or a code.</Trans>
      </li>
      <li>
        <Trans>
          Asks for intimate photos, then threatens to share them. Don’t pay: keep the messages and ask for help below.
        </Trans>
      </li>
      <li>
        <Trans>We never ask for your password, a code or card details in a conversation or on the phone.</Trans>
      </li>
    </ul>
    <p>
      <Trans>If you’ve already paid, call your bank now: in the first hours a payment can sometimes be stopped.</Trans>
    </p>
  </Part>
)

const Reports = () => (
  <Part id="reports" icon={Flag} title={<Trans>What happens when you report</Trans>}>
    <ol className={styles.list}>
      <li>
        <Trans>From the three-dot menu choose “Report”, the reason and, if you like, the messages we may read.</Trans>
      </li>
      <li>
        <Trans>A person reads it, never just a program. Of your messages they only see those you chose.</Trans>
      </li>
      <li>
        <Trans>The other person doesn’t learn who reported them.</Trans>
      </li>
      <li>
        <Trans>We write to you with the outcome. If it breaks our rules we act, up to closing the profile.</Trans>
      </li>
      <li>
        <Trans>If you think we got it wrong, reply to that email: another person looks at the case again.</Trans>
      </li>
    </ol>
  </Part>
)

const Blocks = () => (
  <Part id="blocks" icon={Ban} title={<Trans>Blocking</Trans>}>
    <p>
      <Trans>
        The same menu blocks anyone, no reason needed. You no longer see or write to each other, and the other person
        isn’t notified. Your profile lists who you’ve blocked, and you can change your mind.
      </Trans>
    </p>
  </Part>
)

const HelpLines = () => {
  const { i18n } = useLingui()
  const { brand, locale, session } = useSite()
  const { to } = useVisitLinks()
  const names = new Intl.DisplayNames(locale, { type: 'region' })
  return (
    <Part id="help-lines" icon={LifeBuoy} title={<Trans>Lines that help</Trans>}>
      <p>
        <Trans>
          If you’re in danger, call the emergency number at once: 112 works across the European Union and in the UK. The
          other lines also listen if you only want advice.
        </Trans>
      </p>
      {countriesFrom(session?.country ?? brand.country).map((country) => (
        <div key={country}>
          <h3 className={text.h3}>{names.of(country)}</h3>
          <ul className={styles.lines}>
            {helpLines[country].map(({ number, kind, name }) => (
              <li key={number}>
                <a className={styles.number} href={telephone(number)}>
                  {number}
                </a>
                <span>
                  {i18n._(kinds[kind])}
                  {name !== undefined && <span className={classNames(text.sm, text.muted, styles.name)}>{name}</span>}
                </span>
              </li>
            ))}
          </ul>
        </div>
      ))}
      <p>
        <Trans>
          Without a profile, <a href={to('/report')}>report it here</a>. What became of your reports, and decisions
          about you, are under <a href={to('/cases')}>my reports and decisions</a>. For anything else,{' '}
          <a href={to('/contactUs')}>write to us</a>: a person will answer.
        </Trans>
      </p>
    </Part>
  )
}

/** What helps to stay safe, in one place, for members and visitors. */
export default function Safety() {
  const { t } = useLingui()
  const {
    brand: { title },
  } = useSite()
  return (
    <main id="main" className={classNames(layout.page, styles.page)}>
      <PageHead
        title={t`Safety`}
        description={t`Meeting safely, spotting a scam, reporting and blocking on ${title}, and the lines to call for help.`}
      />
      <h1 className={text.h1}>
        <Trans>Safety</Trans>
      </h1>
      <p className={classNames(text.muted, styles.intro)}>
        <Trans>A few rules that work, what we do, and who can help you.</Trans>
      </p>
      <div className={layout.stack}>
        <FirstDate />
        <Scams />
        <Reports />
        <Blocks />
        <HelpLines />
      </div>
    </main>
  )
}
