import type { PickReason } from '@incontro/contract'
import { Plural, Trans } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router'
import { useSession } from '#app/session/session.tsx'
import { SampleTag } from '#components/marks/labels.tsx'
import { Photo } from '#components/people/photo.tsx'
import { VerifiedMark } from '#components/people/verified-mark.tsx'
import { classNames } from '#styles/class-names.ts'
import text from '#styles/text.module.css'
import { useIsBlocked } from '#features/trust/index.ts'
import { type PicksReply, picksQuery } from './picks-query.ts'
import styles from './picks.module.css'

type Pick = PicksReply['picks'][number]

const ReasonText = ({ reason, pick: { sharedInterests } }: { reason: PickReason; pick: Pick }) => {
  if (reason === 'intent') return <Trans>You’re after the same thing</Trans>
  if (reason === 'town') return <Trans>You live in the same town</Trans>
  if (reason === 'prompt') return <Trans>You answered the same prompt</Trans>
  return <Plural value={sharedInterests} one="# interest in common" other="# interests in common" />
}

/** One link: the strongest reason, then who it is. */
const PickCard = ({ pick }: { readonly pick: Pick }) => {
  const { memberName, age, photo, reasons } = pick
  const [failed, setFailed] = useState<string | null>(null)
  const [reason] = reasons
  return (
    <li className={styles.item}>
      <Link className={styles.card} to={`/user/${pick.id}`}>
        <span className={styles.picture}>
          {photo && photo !== failed ? (
            <Photo
              thumbhash={pick.thumbhash}
              src={photo}
              alt=""
              width={300}
              height={300}
              decoding="async"
              loading="lazy"
              onError={() => setFailed(photo)}
            />
          ) : (
            <span className={styles.initial} aria-hidden>
              {[...memberName][0]}
            </span>
          )}
          {pick.sample && (
            <span className={styles.sample}>
              <SampleTag />
            </span>
          )}
        </span>
        <span className={classNames(text.sm, styles.why)}>{reason && <ReasonText reason={reason} pick={pick} />}</span>
        <span className={styles.who}>
          <span className={styles.name}>{memberName}</span>
          <span>, {age}</span>
          {pick.verified && <VerifiedMark at={pick.verifiedAt} />}
        </span>
      </Link>
    </li>
  )
}

/** The people picked for today and why; renders nothing if there are none. @param rendered what came with the document */
export const Picks = ({ rendered }: { readonly rendered?: PicksReply | null | undefined }) => {
  const { session } = useSession()
  const isBlocked = useIsBlocked()
  const { data } = useQuery({ ...picksQuery(session), initialData: rendered ?? undefined })
  const picks = (data?.picks ?? []).filter(({ id }) => !isBlocked(id))
  if (picks.length === 0) return null
  return (
    <section className={styles.picks} aria-labelledby="picks">
      <h2 id="picks" className={text.h3}>
        <Trans>For you, today</Trans>
      </h2>
      <p className={classNames(text.sm, text.muted)}>
        <Trans>Picked by what you have in common. New ones tomorrow.</Trans>
      </p>
      <ul className={styles.row}>
        {picks.map((pick) => (
          <PickCard key={pick.id} pick={pick} />
        ))}
      </ul>
    </section>
  )
}
