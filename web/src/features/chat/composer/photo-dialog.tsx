import { photoSizeLimit } from '@incontro/contract/photo-rules'
import { msg } from '@lingui/core/macro'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useQueryClient } from '@tanstack/react-query'
import { Coins, InfinityIcon } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { ApiProblem } from '../../../app/api/api.ts'
import { failureText } from '../../../app/api/failure-text.ts'
import { newUuid } from '../../../app/api/uuid.ts'
import { useSession } from '../../../app/session/session.tsx'
import { useSocket } from '../../../app/session/socket.tsx'
import { cropPhoto, openPhoto } from '../../../app/upload/crop-photo.ts'
import { sendPhoto } from '../../../app/upload/send-photo.ts'
import { Button } from '../../../components/buttons/button.tsx'
import { Dialog, DialogActions } from '../../../components/dialogs/dialog.tsx'
import { Note } from '../../../components/feedback/note.tsx'
import { Icon } from '../../../components/marks/icon.tsx'
import { classNames } from '../../../styles/class-names.ts'
import { postEvent } from '../../activity/index.ts'
import { conversationsKey, putMessages } from '../messages/chat-queries.ts'
import { photoCost } from './message-cost.ts'
import styles from './photo-dialog.module.css'
import type { ChosenPhoto } from './use-photo-choice.ts'

const texts: Record<string, ReturnType<typeof msg>> = {
  busy: msg`Non è andata. Riprova tra poco.`,
  offline: msg`Non c’è rete. La foto è ancora qui: riprova quando torna.`,
  429: msg`Hai caricato molte foto. Riprova tra un’ora.`,
  writing_disabled: msg`Qui non si può più scrivere.`,
  not_answered: msg`Le foto si possono inviare quando vi sarete scritti entrambi.`,
  not_verified: msg`Conferma prima la tua email.`,
}

/** The file as a picture, read once; its code where it is none. */
const usePicture = (file: File | null) => {
  const [image, setImage] = useState<HTMLImageElement | null>(null)
  const [refused, setRefused] = useState<string | null>(null)
  useEffect(() => {
    if (!file) return
    if (file.size >= photoSizeLimit) return setRefused('grandezza_file')
    let opened: HTMLImageElement | undefined
    let isOver = false
    openPhoto(file).then(
      (picture) => {
        opened = picture
        if (isOver) URL.revokeObjectURL(picture.src)
        else setImage(picture)
      },
      () => isOver || setRefused('solo_immagini'),
    )
    return () => {
      isOver = true
      if (opened) URL.revokeObjectURL(opened.src)
    }
  }, [file])
  return { image, refused }
}

/** Uploads once and sends once, however often it is tried: the server knows the message by its id. */
const useSending = (memberId: string, replyTo: number | undefined) => {
  const client = useQueryClient()
  const { emit } = useSocket()
  const { session, update } = useSession()
  const kept = useRef({ clientMessageId: newUuid(), mediaId: '' })
  const gone = useRef(new AbortController())
  useEffect(() => {
    const ending = (gone.current = new AbortController())
    return () => ending.abort()
  }, [])
  /** @returns null when it was sent, else the code of why not */
  return async (image: HTMLImageElement, onProgress: (part: number) => void): Promise<string | null> => {
    const { signal } = gone.current
    if (kept.current.mediaId === '') {
      const { naturalWidth: width, naturalHeight: height } = image
      const photo = await cropPhoto(image, { x: 0, y: 0, width, height }, 0)
      const reply = await sendPhoto(`/api/messages/${memberId}/photo`, photo, { onProgress, signal })
      kept.current.mediaId = (reply as { mediaId: string }).mediaId
    }
    signal.throwIfAborted()
    const reply = await emit('chat', {
      ...kept.current,
      msg: '',
      trackerId: session.clickid,
      memberId,
      ...(replyTo !== undefined && { replyTo }),
    })
    if (!reply.ok) {
      // Waited too long: it is uploaded again.
      if (reply.code === 'not_found') kept.current.mediaId = ''
      if (reply.code === 'fine_crediti') postEvent(session.clickid, memberId, 'ko_msg')
      return reply.code
    }
    putMessages(client, memberId, [reply.message])
    update({ icebreakerCredits: reply.icebreakerCredits, totalCredits: reply.totalCredits })
    void client.invalidateQueries({ queryKey: conversationsKey })
    return null
  }
}

const Price = () => {
  const { session } = useSession()
  const { cost, messages, left } = photoCost(session)
  return (
    <p className={classNames(styles.price, messages > left && styles.out)} id="photo-cost">
      <Icon of={cost === 0 ? InfinityIcon : Coins} size={16} />
      {cost === 0 ? (
        <Trans>Inviarla non costa nulla</Trans>
      ) : (
        <span>
          <Plural value={messages} one="Costa come # messaggio" other="Costa come # messaggi" />
          {' · '}
          <Trans>te ne restano {left}</Trans>
        </span>
      )}
    </p>
  )
}

/** A photo before it is sent: as it is, with its price, and what came of trying. */
const PhotoDialog = ({
  photo,
  memberId,
  name,
  replyTo,
  onOut,
  onSent,
  onClose,
}: {
  readonly photo: ChosenPhoto
  readonly memberId: string
  readonly name: string
  readonly replyTo: number | undefined
  /** The credits do not pay for it. */
  readonly onOut: () => void
  readonly onSent: () => void
  readonly onClose: () => void
}) => {
  const { t, i18n } = useLingui()
  const { image, refused } = usePicture(photo === 'missing' ? null : photo)
  const send = useSending(memberId, replyTo)
  const [part, setPart] = useState<number | null>(null)
  const [code, setCode] = useState<string | null>(null)
  const failure = refused ?? code
  const start = async () => {
    if (!image || part !== null) return
    setCode(null)
    setPart(0)
    try {
      const answer = await send(image, setPart)
      if (answer === null) return onSent()
      if (answer === 'fine_crediti') return onOut()
      setCode(answer)
    } catch (error) {
      // Whoever left the dialog has ended it.
      if (error instanceof DOMException) return
      setCode(error instanceof ApiProblem ? error.code : 'offline')
    }
    setPart(null)
  }
  if (photo === 'missing')
    return (
      <Dialog
        open
        onClose={onClose}
        title={<Trans>Una foto per {name}</Trans>}
        intro={<Trans>Le foto si possono inviare quando vi sarete scritti entrambi.</Trans>}
      >
        <DialogActions>
          <Button onClick={onClose}>
            <Trans>Ho capito</Trans>
          </Button>
        </DialogActions>
      </Dialog>
    )
  return (
    <Dialog open onClose={onClose} title={<Trans>Una foto per {name}</Trans>}>
      {failure !== null && (
        <Note tone="bad" role="alert">
          {i18n._(texts[failure] ?? failureText(failure))}
        </Note>
      )}
      {refused === null && (
        <div className={styles.frame}>
          {image && <img className={styles.preview} src={image.src} alt={t`La foto che stai per inviare`} />}
          {part !== null && <progress className={styles.progress} value={part} aria-label={t`Invio della foto`} />}
        </div>
      )}
      <p className={styles.note}>
        <Trans>La vedete solo voi due. Puoi ritirarla finché non è stata letta.</Trans>
      </p>
      {refused === null && <Price />}
      <DialogActions>
        <Button variant="sec" onClick={onClose}>
          <Trans>Annulla</Trans>
        </Button>
        {refused === null && (
          <Button
            disabled={!image}
            busy={part !== null && <Trans>Invio…</Trans>}
            aria-describedby="photo-cost"
            onClick={() => void start()}
          >
            {code === null ? <Trans>Invia</Trans> : <Trans>Riprova</Trans>}
          </Button>
        )}
      </DialogActions>
    </Dialog>
  )
}

export default PhotoDialog
