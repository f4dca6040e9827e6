import { mostPhotos } from '@incontro/contract/photo-rules'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { ImagePlus } from 'lucide-react'
import { type DragEvent, Suspense, useEffect, useEffectEvent, useId, useRef, useState } from 'react'
import { failureText } from '#app/api/failure-text.ts'
import { useAttempt } from '#app/api/use-attempt.ts'
import { useSite } from '#app/brand/site.ts'
import { useSession } from '#app/session/session.tsx'
import { Button } from '#components/buttons/button.tsx'
import { lazyDialog, useIdlePreload } from '#components/dialogs/lazy-dialog.ts'
import { ErrorState } from '#components/feedback/empty-state.tsx'
import { Note } from '#components/feedback/note.tsx'
import { Skeleton } from '#components/feedback/skeleton.tsx'
import { useAnnouncement } from '#components/feedback/announcement.tsx'
import { useToast } from '#components/feedback/toast.tsx'
import { Card } from '#components/layout/card.tsx'
import { Icon } from '#components/marks/icon.tsx'
import { classNames } from '#styles/class-names.ts'
import text from '#styles/text.module.css'
import styles from './album-card.module.css'
import { type OwnPhoto, useAlbum } from './album-query.ts'
import { PhotoTile, SendingTile } from './photo-tile.tsx'
import { useUpload } from './use-upload.tsx'
import { VerificationRow } from './verification-row.tsx'

const CropDialog = lazyDialog(() => import('./crop-dialog.tsx'))

/** The album until it has loaded, as large as it will be: the session knows how many photos there are. */
const Waiting = ({ count }: { readonly count: number }) => (
  <>
    <div className={styles.grid}>
      {Array.from({ length: Math.min(count + 1, mostPhotos) }, (_, at) => (
        <span key={at} className={classNames(count > 1 && at < count && styles.movable)}>
          <Skeleton className={styles.place} />
        </span>
      ))}
    </div>
    {count === 0 && <Skeleton className={styles.firstPlace} />}
  </>
)

/** The member's photos: add, reorder and delete them, and see the result of each review. */
export const AlbumCard = () => {
  useIdlePreload(CropDialog)
  const { i18n, t } = useLingui()
  const email = useSite().brand.supportEmail
  const { session } = useSession()
  const toast = useToast()
  const { region, announce } = useAnnouncement()
  const input = useRef<HTMLInputElement>(null)
  const hint = useId()
  const { data, isError, isFetching, refetch, reload, order, remove, restore } = useAlbum()
  const upload = useUpload(reload)
  const { failure, attempt } = useAttempt()
  const [over, setOver] = useState(false)
  const [dragged, setDragged] = useState<string | null>(null)
  /** Photos whose deletion is on its way. */
  const [leaving, setLeaving] = useState<readonly string[]>([])
  const photos = data?.album ?? []
  const most = data?.most ?? mostPhotos
  const places = data ? Math.max(0, data.most - photos.length - upload.sending.length) : 0
  const names = photos.map(({ name }) => name)
  const move = (name: string, to: number) => {
    const rest = names.filter((other) => other !== name)
    order([...rest.slice(0, to), name, ...rest.slice(to)])
    const place = to + 1
    announce(t`The photo is now in place ${place}.`)
  }
  const discard = async (photo: OwnPhoto) => {
    if (leaving.includes(photo.name)) return
    setLeaving((names) => [...names, photo.name])
    await attempt(async () => {
      await remove(photo.name)
      toast({
        text: <Trans>Photo deleted.</Trans>,
        action: { label: <Trans>Cancel</Trans>, onAction: () => void attempt(() => restore(photo.name)) },
      })
    })
    setLeaving((names) => names.filter((name) => name !== photo.name))
  }
  const drop = (event: DragEvent) => {
    event.preventDefault()
    setOver(false)
    if (event.dataTransfer.files.length > 0) void upload.choose([...event.dataTransfer.files], places)
  }
  const [lost, setLost] = useState(false)
  const isReady = data !== undefined
  const takeShared = useEffectEvent(async () => {
    const { sharedPhoto } = await import('./shared-photo.ts')
    const file = await sharedPhoto()
    if (file) await upload.choose([file], places)
    else setLost(true)
  })
  useEffect(() => {
    if (!isReady || !new URLSearchParams(location.search).has('shared')) return
    // A reload or a way back shares nothing again.
    history.replaceState(history.state, '', location.pathname)
    // Without its file it was lost, too.
    takeShared().catch(() => setLost(true))
  }, [isReady])
  const waiting = photos.filter(({ state }) => state === 'pending').length
  const refused = photos.some(({ state }) => state === 'refused')
  return (
    <Card
      className={classNames(styles.card, over && styles.over)}
      onDragOver={(event: DragEvent) => {
        if (!event.dataTransfer.types.includes('Files')) return
        event.preventDefault()
        setOver(true)
      }}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
    >
      {region}
      <p className={classNames(text.sm, text.muted)} id={hint}>
        <Trans>Up to {most} photos in which you can be recognised, JPEG, PNG or GIF. The first is the main one.</Trans>
        {photos.length > 1 && (
          <>
            {' '}
            <Trans>Use the arrows to change their order.</Trans>
          </>
        )}
      </p>
      {upload.isOpening && (
        <p role="status">
          <Trans>Preparing the photo…</Trans>
        </p>
      )}
      {lost && (
        <Note tone="bad" role="alert">
          <Trans>The photo you shared didn’t arrive. Choose it here.</Trans>
        </Note>
      )}
      {(upload.refused ?? failure) && (
        <Note tone="bad" role="alert">
          {upload.refused ? i18n._(failureText(upload.refused)) : failure && i18n._(failure)}
        </Note>
      )}
      {!data && isError && (
        <ErrorState busy={isFetching} onRetry={() => void refetch()} title={<Trans>We can’t load your photos</Trans>} />
      )}
      {!data && !isError && <Waiting count={session.photos.length} />}
      {data && (
        <ul className={styles.grid}>
          {photos.map((photo, at) => (
            <PhotoTile
              key={photo.name}
              photo={photo}
              at={at}
              count={photos.length}
              isLeaving={leaving.includes(photo.name)}
              onMove={(to) => move(photo.name, to)}
              onRemove={() => void discard(photo)}
              onDragStart={() => setDragged(photo.name)}
              onDropHere={() => {
                if (dragged !== null && dragged !== photo.name) move(dragged, at)
                setDragged(null)
              }}
            />
          ))}
          {upload.sending.map((one) => (
            <SendingTile key={one.id} sending={one} onDismiss={() => upload.dismiss(one.id)} />
          ))}
          {places > 0 && (
            <li>
              <button
                type="button"
                className={styles.add}
                aria-describedby={hint}
                onClick={() => input.current?.click()}
              >
                <Icon of={ImagePlus} size={24} />
                <Trans>Add photos</Trans>
              </button>
            </li>
          )}
        </ul>
      )}
      <input
        ref={input}
        className={text.hidden}
        type="file"
        accept="image/*"
        multiple
        tabIndex={-1}
        aria-label={t`Choose the photos`}
        onChange={(event) => {
          void upload.choose([...(event.target.files ?? [])], places)
          event.target.value = ''
        }}
      />
      {waiting > 0 && (
        <Note>
          <Plural
            value={waiting}
            one="One photo is in review: a person looks at it, then others see it too."
            other="# photos are in review: a person looks at them, then others see them too."
          />
        </Note>
      )}
      {refused && (
        <p className={classNames(text.sm, text.muted)}>
          <Trans>
            If you think a photo was refused by mistake, reply to the email we sent you or write to{' '}
            <a className={text.link} href={`mailto:${email}`}>
              {email}
            </a>
            : another person will look at it again.
          </Trans>
        </p>
      )}
      {data && places === 0 && upload.sending.length === 0 && (
        <p className={classNames(text.sm, text.muted)}>
          <Trans>To add another, delete one first.</Trans>
        </p>
      )}
      {data && photos.length === 0 && upload.sending.length === 0 && (
        <Button className={styles.first!} onClick={() => input.current?.click()}>
          <Trans>Upload the first photo</Trans>
        </Button>
      )}
      {(data ? photos : session.photos).length > 0 && <VerificationRow />}
      {upload.framing && (
        <Suspense fallback={null}>
          <CropDialog
            key={upload.framing.src}
            image={upload.framing}
            onCancel={upload.cancel}
            onDone={(photo) => void upload.send(photo)}
          />
        </Suspense>
      )}
    </Card>
  )
}
