import type { Message } from '@incontro/contract/domain'
import { Trans } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { useSite } from '#app/brand/site.ts'
import { usePageClock } from '#app/session/page-clock.ts'
import { useSession } from '#app/session/session.tsx'
import { Button } from '#components/buttons/button.tsx'
import { Dialog } from '#components/dialogs/dialog.tsx'
import { ErrorState } from '#components/feedback/empty-state.tsx'
import { Skeleton } from '#components/feedback/skeleton.tsx'
import text from '#styles/text.module.css'
import { dayName } from '../messages/chat-time.ts'
import { MessageTime } from '../messages/message-time.tsx'
import { MediaWord } from '../messages/media-word.tsx'
import { surroundingsQuery } from './found-query.ts'
import styles from './search-dialog.module.css'

const Words = ({ message: { msg, media, withdrawn, blurredMessage } }: { message: Message }) => {
  if (withdrawn) return <Trans>Message withdrawn</Trans>
  if (media) return <MediaWord kind={media.kind} />
  return blurredMessage === null ? msg : <Trans>Hidden message</Trans>
}

/** A message from far back, with the messages around it. */
export const Surroundings = ({
  memberId,
  name,
  seq,
  onBack,
  onClose,
}: {
  readonly memberId: string
  readonly name: string
  readonly seq: number
  readonly onBack: () => void
  readonly onClose: () => void
}) => {
  const { locale } = useSite()
  const clock = usePageClock()
  const { session } = useSession()
  const { data, isError, isFetching, refetch } = useQuery(surroundingsQuery(session, memberId, seq))
  const here = useRef<HTMLLIElement>(null)
  useEffect(() => {
    // Newer browsers return a promise, which must not become the effect's cleanup.
    void here.current?.scrollIntoView({ block: 'center' })
  }, [data])
  const found = data?.find((message) => message.seq === seq)
  return (
    <Dialog
      open
      onClose={onClose}
      title={found ? dayName(found.time, locale, clock) : <Trans>Search this conversation</Trans>}
    >
      {isError && (
        <ErrorState
          busy={isFetching}
          onRetry={() => void refetch()}
          title={<Trans>We can’t load the messages</Trans>}
        />
      )}
      {!data && !isError && <Skeleton shape="short" />}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls has to be reachable by keyboard */}
      <ol className={styles.around} tabIndex={0}>
        {data?.map((message) => (
          <li
            key={message.id}
            ref={message.seq === seq ? here : undefined}
            className={message.seq === seq ? styles.here : undefined}
          >
            <span className={styles.who}>
              <span className={text.clip}>{message.type === 'personal' ? <Trans>You</Trans> : name}</span>
              <MessageTime time={message.time} />
            </span>
            <span className={styles.body}>
              <Words message={message} />
            </span>
          </li>
        ))}
      </ol>
      <Button variant="sec" block onClick={onBack}>
        <Trans>Back to the results</Trans>
      </Button>
    </Dialog>
  )
}
