import { Trans, useLingui } from '@lingui/react/macro'
import {
  ChevronRight,
  CircleQuestionMark,
  Cookie,
  FileText,
  Lock,
  type LucideIcon,
  Mail,
  Receipt,
  ShieldCheck,
} from 'lucide-react'
import type { ReactNode } from 'react'
import { Icon } from '#components/marks/icon.tsx'
import styles from './help.module.css'

const HelpLink = ({ icon, href, children }: { icon: LucideIcon; href: string; children: ReactNode }) => (
  <li>
    <a href={href}>
      <Icon of={icon} />
      <span>{children}</span>
      <Icon of={ChevronRight} size={18} />
    </a>
  </li>
)

/** Help and all legal pages, for members on phones, too (rule 12.13). */
export const HelpLinks = () => {
  const { t } = useLingui()
  return (
    <nav aria-label={t`Help and legal`}>
      <ul className={styles.help}>
        <HelpLink icon={CircleQuestionMark} href="/legal/faq">
          <Trans>Frequently asked questions</Trans>
        </HelpLink>
        <HelpLink icon={ShieldCheck} href="/safety">
          <Trans>Safety</Trans>
        </HelpLink>
        <HelpLink icon={Mail} href="/contactUs">
          <Trans>Contact</Trans>
        </HelpLink>
        <HelpLink icon={FileText} href="/legal/terms">
          <Trans>Terms of use</Trans>
        </HelpLink>
        <HelpLink icon={Receipt} href="/legal/terms#billingPolicy">
          <Trans>Payments and cancelling</Trans>
        </HelpLink>
        <HelpLink icon={Lock} href="/legal/privacy">
          <Trans>What we know about you, and why</Trans>
        </HelpLink>
        <HelpLink icon={Cookie} href="/cookies">
          <Trans>Cookie preferences</Trans>
        </HelpLink>
      </ul>
    </nav>
  )
}
