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
    <section className={classNames(frame.conversation, styles.conversation, styles.gone)} aria-label={t`Messages`}>
      <Title>{t`We can’t find this conversation`}</Title>
      <header className={classNames(frame.head, styles.head, styles.narrowTitle)}>
        <IconLink icon={ChevronLeft} label={t`Back to messages`} href="/chats" />
        <h1 className={text.h3}>{t`Messages`}</h1>
      </header>
      <EmptyState
        icon={MessageCircleOff}
        title={<Trans>We can’t find this conversation</Trans>}
        text={<Trans>The profile may have been closed, or the link is incomplete.</Trans>}
        action={
          <ButtonLink href="/chats">
            <Trans>Back to messages</Trans>
          </ButtonLink>
        }
      />
    </section>
  )
}

export default Gone
