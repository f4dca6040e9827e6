import { Trans, useLingui } from '@lingui/react/macro'
import {
  Building2,
  ChevronRight,
  CircleQuestionMark,
  KeyRound,
  type LucideIcon,
  Mail,
  MessagesSquare,
  Phone,
  ReceiptText,
  ShieldCheck,
} from 'lucide-react'
import type { ReactNode } from 'react'
import { useSite } from '#app/brand/site.ts'
import { Card } from '#components/layout/card.tsx'
import { Icon } from '#components/marks/icon.tsx'
import text from '#styles/text.module.css'
import styles from './contact.module.css'

const Answer = ({ icon, href, children }: { icon: LucideIcon; href: string; children: ReactNode }) => (
  <li>
    <a href={href}>
      <Icon of={icon} />
      <span>{children}</span>
      <Icon of={ChevronRight} size={18} />
    </a>
  </li>
)

/** Links to pages that answer most questions. */
const Answers = () => {
  const { session } = useSite()
  return (
    <section aria-labelledby="answers">
      <h2 id="answers" className={text.h3}>
        <Trans>The answer may be here already</Trans>
      </h2>
      <Card kind="flush">
        <ul className={styles.answers}>
          <Answer icon={CircleQuestionMark} href="/legal/faq">
            <Trans>Frequently asked questions</Trans>
          </Answer>
          {session && (
            <Answer icon={MessagesSquare} href="/requests">
              <Trans>Your requests and our answers</Trans>
            </Answer>
          )}
          <Answer icon={KeyRound} href="/forgotPassword">
            <Trans>Forgot your password?</Trans>
          </Answer>
          <Answer icon={ReceiptText} href="/legal/terms#billingPolicy">
            <Trans>Payments and cancelling</Trans>
          </Answer>
          <Answer icon={ShieldCheck} href="/legal/privacy">
            <Trans>Your data and your rights</Trans>
          </Answer>
        </ul>
      </Card>
    </section>
  )
}

const Next = () => {
  const { brand } = useSite()
  return (
    <section aria-labelledby="next">
      <h2 id="next" className={text.h3}>
        <Trans>What happens next</Trans>
      </h2>
      <ol className={styles.steps}>
        <li>
          <span>
            <Trans>Your message goes to {brand.title}’s support mailbox, and to nobody else.</Trans>
          </span>
        </li>
        <li>
          <span>
            <Trans>A person reads it on working days, and replies to the address you gave.</Trans>
          </span>
        </li>
        <li>
          <span>
            <Trans>
              We answer complaints within 14 days, as the{' '}
              <a className={text.link} href="/legal/terms">
                terms
              </a>{' '}
              say.
            </Trans>
          </span>
        </li>
      </ol>
    </section>
  )
}

const Detail = ({ icon, name, children }: { icon: LucideIcon; name: ReactNode; children: ReactNode }) => (
  <div>
    <dt>
      <Icon of={icon} />
      {name}
    </dt>
    <dd>{children}</dd>
  </div>
)

const Company = () => {
  const { t } = useLingui()
  const { brand } = useSite()
  return (
    <section aria-labelledby="company">
      <h2 id="company" className={text.h3}>
        <Trans>Who answers</Trans>
      </h2>
      <dl className={styles.company}>
        <Detail icon={Mail} name={t`Email`}>
          <a className={text.link} href={`mailto:${brand.supportEmail}`}>
            {brand.supportEmail}
          </a>
        </Detail>
        <Detail icon={Phone} name={t`Phone`}>
          <a className={text.link} href={`tel:${brand.phone.replace(/\s/g, '')}`}>
            {brand.phone}
          </a>
        </Detail>
        <Detail icon={Building2} name={brand.company}>
          {brand.companyAddress}
          <br />
          <Trans>VAT no. {brand.vatNumber}</Trans>
        </Detail>
      </dl>
    </section>
  )
}

/** Beside the form: frequent answers, what happens after sending, and who receives the message. */
export const ContactDetails = () => (
  <div className={styles.details}>
    <Answers />
    <Next />
    <Company />
  </div>
)
