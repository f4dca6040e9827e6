import type { Message } from '@incontro/contract/domain'
import { Trans, useLingui } from '@lingui/react/macro'
import { Pencil, Reply, X } from 'lucide-react'
import { IconButton } from '#components/buttons/icon-button.tsx'
import { Icon } from '#components/marks/icon.tsx'
import text from '#styles/text.module.css'
import { MediaWord } from '../messages/media-word.tsx'
import styles from './composer.module.css'

/** What pressing "send" does with another message: answer it, or edit it. */
export type Task = { readonly message: Message } & (
  | { readonly kind: 'reply' }
  | {
      readonly kind: 'edit'
      /** Stores the new text; resolves to whether that succeeded. */
      readonly save: (text: string) => Promise<boolean>
    }
)

/** Shows above the field which message is answered or edited, with a button to cancel. */
const ComposerTask = ({
  task: { kind, message },
  name,
  onCancel,
}: {
  readonly task: Task
  readonly name: string
  readonly onCancel: () => void
}) => {
  const { t } = useLingui()
  return (
    <div className={styles.task}>
      <Icon of={kind === 'edit' ? Pencil : Reply} size={18} />
      <span className={styles.taskWords}>
        <strong>
          {kind === 'edit' ? (
            <Trans>Edit message</Trans>
          ) : message.type === 'personal' ? (
            <Trans>Reply to your message</Trans>
          ) : (
            <Trans>Reply to {name}</Trans>
          )}
        </strong>
        <span className={text.clip}>{message.media ? <MediaWord kind={message.media.kind} /> : message.msg}</span>
      </span>
      <IconButton icon={X} label={t`Cancel`} onClick={onCancel} />
    </div>
  )
}

export default ComposerTask
