import { Trans, useLingui } from '@lingui/react/macro'
import { ChevronLeft, MessageCircleOff } from 'lucide-react'
import { Title } from '#app/seo/title.tsx'
import { ButtonLink } from '#components/buttons/button.tsx'
import { IconLink } from '#components/buttons/icon-button.tsx'
import { EmptyState } from '#components/feedback/empty-state.tsx'
import { classNames } from '#styles/class-names.ts'
import frame from '#styles/conversation-frame.module.css'
import text from '#styles/text.module.css'
import styles from './conversation.module.css'

/** Shown where neither the member nor a conversation exists. */
const Gone = () => {
  const { t } = useLingui()
  return (
    <section className={classNames(frame.conversation, styles.conversation, styles.gone)} aria-label={t`Chat`}>
      <Title>{t`Chat non trovata`}</Title>
      <header className={classNames(frame.head, styles.head, styles.narrowTitle)}>
        <IconLink icon={ChevronLeft} label={t`Torna alle chat`} href="/chats" />
        <h1 className={text.h3}>{t`Chat`}</h1>
      </header>
      <EmptyState
        icon={MessageCircleOff}
        title={<Trans>Chat non trovata</Trans>}
        text={<Trans>Forse il profilo è stato chiuso, o il link è incompleto.</Trans>}
        action={
          <ButtonLink href="/chats">
            <Trans>Torna alle chat</Trans>
          </ButtonLink>
        }
      />
    </section>
  )
}

export default Gone
