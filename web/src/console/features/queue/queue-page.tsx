import { caseKinds } from '@incontro/contract/admin/case-words'
import { Trans, useLingui } from '@lingui/react/macro'
import type { CaseView } from '@incontro/contract/admin'
import { CircleCheck } from 'lucide-react'
import { useEffect, useEffectEvent, useRef } from 'react'
import { useNavigate, useParams } from 'react-router'
import { EmptyState, ErrorState } from '#components/feedback/empty-state.tsx'
import { Note } from '#components/feedback/note.tsx'
import { Skeleton } from '#components/feedback/skeleton.tsx'
import { Switch } from '#components/forms/switch.tsx'
import { Card } from '#components/layout/card.tsx'
import { Badge } from '#components/marks/labels.tsx'
import { Stars } from '#components/marks/stars.tsx'
import { samePage } from '#console/base/leave-guard.tsx'
import { useBrands } from '#console/base/me.tsx'
import { problemText } from '#console/base/problem-text.ts'
import { gestureNames, reportedContentNames, reportReasonNames } from '#console/parts/member-words.ts'
import { KeyButton } from '#console/parts/key-button.tsx'
import { Page } from '#console/parts/page.tsx'
import { Views } from '#console/parts/views.tsx'
import { restrictionNames } from '#console/parts/restriction-names.ts'
import { Moment } from '#console/parts/time.tsx'
import { UndoBar } from '#console/parts/undo-bar.tsx'
import pictures from '#console/parts/picture.module.css'
import { useWellness, type Wellness } from '#console/parts/wellness.ts'
import { CaseBadges } from './case-badges.tsx'
import { CaseFile } from './case-file.tsx'
import { CaseList } from './case-list.tsx'
import { QueueFigures } from './queue-figures.tsx'
import { searchOfKind, useKind } from './use-kind.ts'
import { ChangedTexts } from './changed-texts.tsx'
import { Decide } from './decide.tsx'
import { InformAuthority } from './inform-authority.tsx'
import { Profile } from './profile.tsx'
import { Reasons } from './reasons.tsx'
import { kindNames, partName, sourceNames } from './queue-texts.ts'
import styles from './queue.module.css'
import { type Queued, useQueue } from './use-queue.ts'

/** One case at a time, the most urgent first; the next one is ready when it is decided. */
const QueuePage = () => {
  const { t, i18n } = useLingui()
  const { brand, keys, titleOf } = useBrands('moderate')
  const { '*': id = '' } = useParams()
  const kind = useKind()
  const navigate = useNavigate()
  const list = `/${brand}/queue${searchOfKind(kind)}`
  const leave = () => void navigate(list, { replace: true, state: samePage })
  const queue = useQueue(keys, kind, { wanted: id === '' ? null : { brand, id }, onLeft: leave })
  const { wellness, toggle } = useWellness()
  const { shown, undo, failure, forgetUndo } = queue
  // The address names a case for as long as it is shown.
  const shownId = shown?.case.id
  const reached = useRef('')
  const follow = useEffectEvent(() => {
    if (shownId === id) reached.current = id
    else if (id !== '' && reached.current === id && shown !== undefined) leave()
  })
  useEffect(() => follow(), [id, shownId])
  return (
    <Page
      title={t`Queue`}
      savedViews="queue"
      actions={<QueueFigures brands={keys} after={shown === null ? (undo?.until ?? 'nothing') : null} />}
    >
      <Views
        label={t`Kind of case`}
        shown={kind ?? 'all'}
        path={`/${brand}/queue`}
        views={[
          { key: 'all', name: t`All cases`, search: '' },
          ...caseKinds.map((one) => ({ key: one, name: i18n._(kindNames[one]), search: searchOfKind(one) })),
        ]}
      />
      {failure !== null && (
        <Note tone="bad" role="alert">
          {i18n._(problemText(failure))}
        </Note>
      )}
      <UndoBar
        until={undo?.until ?? null}
        done={<Trans>Decided. It takes effect in a few seconds.</Trans>}
        help={t`Take the last decision back`}
        onUndo={() => void queue.takeBack()}
        onOver={forgetUndo}
      />
      <div className={styles.queue}>
        <CaseList shownId={shownId} />
        <div className={styles.shown}>
          {shown === undefined && failure === null && (
            <div aria-busy>
              <Skeleton shape="block" className={styles.loading} />
            </div>
          )}
          {shown === undefined && failure !== null && <ErrorState onRetry={queue.again} />}
          {shown === null && (
            <Card>
              <EmptyState
                icon={CircleCheck}
                title={<Trans>Nothing waits</Trans>}
                text={<Trans>New cases appear here when you look again.</Trans>}
                action={<KeyButton keys="l" name={t`Look again`} variant="sec" onPress={queue.again} />}
              />
            </Card>
          )}
          {shown && (
            <div className={styles.columns} key={shown.case.id}>
              <Subject queued={shown} brandTitle={keys.length > 1 ? titleOf(shown.brand) : null} wellness={wellness} />
              <div className={styles.side}>
                <Reasons of={shown.case} />
                <Decide queued={shown} onDecide={(decision) => void queue.decide(decision)} />
                <div className={styles.others}>
                  <KeyButton keys="j" name={t`Skip`} variant="ghost" onPress={() => void queue.skip()} />
                  {!shown.case.escalated && (
                    <KeyButton
                      keys="e"
                      name={t`Hand to the owners`}
                      variant="ghost"
                      onPress={() => void queue.escalate()}
                    />
                  )}
                  <InformAuthority key={shown.case.id} brand={shown.brand} caseId={shown.case.id} />
                </div>
                <Card className={styles.wellness}>
                  <Switch checked={wellness.blur} onChange={toggle('blur')}>
                    <Trans>Blur photos</Trans>
                  </Switch>
                  <Switch checked={wellness.grey} onChange={toggle('grey')}>
                    <Trans>Photos in grey</Trans>
                  </Switch>
                  <Switch checked={wellness.mute} onChange={toggle('mute')}>
                    <Trans>Mute recordings</Trans>
                  </Switch>
                </Card>
              </div>
            </div>
          )}
        </div>
      </div>
    </Page>
  )
}

/** Everything that the decision is about. */
const Subject = ({
  queued: { brand, case: one },
  brandTitle,
  wellness,
}: {
  readonly queued: Queued
  readonly brandTitle: string | null
  readonly wellness: Wellness
}) => {
  const { i18n } = useLingui()
  const { member, report, review, appeal } = one
  const files = one.files.filter(({ file }) => !one.messages.some((message) => message.file === file))
  const isVerification = one.gesture !== null
  const ofProfile = files.filter(({ label }) => label !== null && !isVerification)
  const ofCase = files.filter((file) => !ofProfile.includes(file))
  return (
    <Card as="section" className={styles.subject} aria-label={i18n._(kindNames[one.kind])}>
      <header className={styles.head}>
        <h2>{i18n._(kindNames[one.sampleOf ?? one.kind])}</h2>
        <div className={styles.badges}>
          {one.sampleOf !== null && <Badge>{i18n._(kindNames.sample)}</Badge>}
          <CaseBadges of={one} />
          {one.parts.map((part) => (
            <Badge key={part}>{i18n._(partName(part))}</Badge>
          ))}
        </div>
        <p className={styles.meta}>
          {brandTitle !== null && `${brandTitle} · `}
          {i18n._(sourceNames[one.source])} · <Moment at={one.openedAt} />
        </p>
      </header>
      {report && (
        <Note tone="warn">
          <b>{i18n._(reportReasonNames[report.reason])}.</b> <bdi>{report.text}</bdi>
          {report.contentKind !== null && (
            <span className={styles.place}>
              <Trans>About: {i18n._(reportedContentNames[report.contentKind])}</Trans>
            </span>
          )}
          {report.place !== null && <bdi className={styles.place}>{report.place}</bdi>}
          {report.flagger !== null && (
            <span className={styles.place}>
              <Trans>Sent by {report.flagger}</Trans>
            </span>
          )}
          {report.unfoundedBefore > 0 && (
            <span className={styles.place}>
              <Trans>Baseless reports of this author in a year: {report.unfoundedBefore}</Trans>
            </span>
          )}
        </Note>
      )}
      {appeal && (
        <div className={styles.block}>
          <h3>
            <Trans>The appeal</Trans>
          </h3>
          <p className={styles.words}>{appeal.text}</p>
          <h3>
            <Trans>The decision</Trans>
            {appeal.kind !== null && `: ${i18n._(restrictionNames[appeal.kind])}`}
          </h3>
          <p className={styles.words}>{appeal.facts}</p>
          {appeal.kind === 'content_removed' && <Removed of={one} />}
        </div>
      )}
      {one.changed && <ChangedTexts of={one.changed} />}
      {one.gesture !== null && (
        <p>
          <Trans>Gesture: {i18n._(gestureNames[one.gesture])}</Trans>
        </p>
      )}
      {ofCase.length > 0 && (
        <div className={pictures.pictures}>
          {ofCase.map((file) => (
            <CaseFile key={file.file} brand={brand} id={one.id} {...file} wellness={wellness} />
          ))}
        </div>
      )}
      {review && (
        <blockquote className={styles.words} lang={review.locale}>
          <Stars value={review.stars} /> {review.text}
        </blockquote>
      )}
      {one.messages.length > 0 && (
        <div className={styles.block}>
          <ul className={styles.messages}>
            {one.messages.map((message) => {
              const file = one.files.find(({ file: name }) => name === message.file)
              return (
                <li key={`${message.at} ${message.text}`} data-own={message.own}>
                  {file ? (
                    <CaseFile brand={brand} id={one.id} {...file} wellness={wellness} />
                  ) : (
                    message.text || <Trans>Withdrawn by its sender</Trans>
                  )}
                </li>
              )
            })}
          </ul>
          <p className={styles.meta}>
            <Trans>Only what was reported is shown, not the conversation.</Trans>
          </p>
        </div>
      )}
      {member && (
        <Profile brand={brand} of={one} member={member}>
          {ofProfile.length > 0 && (
            <div className={pictures.pictures}>
              {ofProfile.map((file) => (
                <CaseFile key={file.file} brand={brand} id={one.id} {...file} wellness={wellness} isSmall />
              ))}
            </div>
          )}
        </Profile>
      )}
    </Card>
  )
}

/** Heads what an appeal wants back: the texts here, photos, a review and messages after it. */
const Removed = ({ of: { appeal, files, review, messages } }: { of: CaseView }) => {
  const texts = appeal?.removed ?? []
  return (
    <>
      <h3>
        <Trans>What was removed</Trans>
      </h3>
      {texts.map((words) => (
        <p key={words} className={styles.words}>
          {words}
        </p>
      ))}
      {texts.length === 0 && files.length === 0 && review === null && messages.length === 0 && (
        <p className={styles.meta}>
          <Trans>It is no longer stored.</Trans>
        </p>
      )}
    </>
  )
}

export default QueuePage
