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

/** Help and all legal pages, for members on phones, too (decision 12.13). */
export const HelpLinks = () => {
  const { t } = useLingui()
  return (
    <nav aria-label={t`Aiuto e note legali`}>
      <ul className={styles.help}>
        <HelpLink icon={CircleQuestionMark} href="/legal/faq">
          <Trans>Domande frequenti</Trans>
        </HelpLink>
        <HelpLink icon={ShieldCheck} href="/safety">
          <Trans>Sicurezza</Trans>
        </HelpLink>
        <HelpLink icon={Mail} href="/contactUs">
          <Trans>Contatti</Trans>
        </HelpLink>
        <HelpLink icon={FileText} href="/legal/terms">
          <Trans>Condizioni d’uso</Trans>
        </HelpLink>
        <HelpLink icon={Receipt} href="/legal/terms#billingPolicy">
          <Trans>Pagamenti e disdetta</Trans>
        </HelpLink>
        <HelpLink icon={Lock} href="/legal/privacy">
          <Trans>Che cosa sappiamo di te, e perché</Trans>
        </HelpLink>
        <HelpLink icon={Cookie} href="/cookies">
          <Trans>Preferenze cookie</Trans>
        </HelpLink>
      </ul>
    </nav>
  )
}
