import type { Message } from '@incontro/contract/domain'
import { Trans, useLingui } from '@lingui/react/macro'
import { MicOff } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { Icon } from '#components/marks/icon.tsx'
import { VoicePlayer } from '../messages/voice-player.tsx'
import styles from './photo-view.module.css'

/** A voice message in a conversation. The recording is fetched on the first play and kept while the message is on the page. */
const VoiceView = ({
  media: { path, durationMs, waveform },
  own,
  name,
}: {
  readonly media: NonNullable<Message['media']>
  readonly own: boolean
  readonly name: string
}) => {
  const { t } = useLingui()
  const [failure, setFailure] = useState<'gone' | 'unplayable' | null>(null)
  const address = useRef('')
  useEffect(() => () => URL.revokeObjectURL(address.current), [])
  if (path === null || durationMs === null || waveform === null || failure !== null)
    return (
      <span className={styles.gone}>
        <Icon of={MicOff} size={18} />
        {failure === 'gone' ? (
          <Trans>It didn’t load: reload the page</Trans>
        ) : failure === 'unplayable' ? (
          <Trans>This browser can’t play the voice message</Trans>
        ) : (
          <Trans>Voice message no longer available</Trans>
        )}
      </span>
    )
  return (
    <VoicePlayer
      label={own ? t`Your voice message` : t`Voice message from ${name}`}
      durationMs={durationMs}
      waveform={waveform}
      load={async () => {
        const answer = await fetch(path)
        if (!answer.ok) throw new Error(String(answer.status))
        return (address.current = URL.createObjectURL(await answer.blob()))
      }}
      onFail={(error) =>
        setFailure(error instanceof DOMException && error.name === 'NotSupportedError' ? 'unplayable' : 'gone')
      }
    />
  )
}

export default VoiceView
