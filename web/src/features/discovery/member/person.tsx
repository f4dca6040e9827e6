import type { Member } from '@incontro/contract/domain'
import { Trans, useLingui } from '@lingui/react/macro'
import { ChevronLeft, Heart, MessageCircle } from 'lucide-react'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { Button, ButtonLink } from '../../../components/buttons/button.tsx'
import { Card } from '../../../components/layout/card.tsx'
import { Icon } from '../../../components/marks/icon.tsx'
import { IconButton } from '../../../components/buttons/icon-button.tsx'
import { SampleTag } from '../../../components/marks/labels.tsx'
import { Note } from '../../../components/feedback/note.tsx'
import { VerifiedMark } from '../../../components/people/profile-card.tsx'
import text from '../../../styles/text.module.css'
import { useLike } from '../../activity/index.ts'
import styles from '../discovery.module.css'
import { Facts } from './facts.tsx'
import { PersonMenu } from './person-menu.tsx'

const Portrait = ({ angel }: { angel: Member }) => {
  const { t } = useLingui()
  const navigate = useNavigate()
  const [failed, setFailed] = useState(false)
  const { memberName, photo } = angel
  return (
    <div className={styles.portrait}>
      {photo && !failed ? (
        <img
          className={styles.photo}
          src={photo}
          alt={t`Foto di ${memberName}`}
          width={460}
          height={575}
          fetchPriority="high"
          onError={() => setFailed(true)}
        />
      ) : (
        <span className={styles.initial} aria-hidden>
          {[...memberName][0]}
        </span>
      )}
      <div className={styles.over}>
        <IconButton
          icon={ChevronLeft}
          label={t`Indietro`}
          onClick={() => void (history.length > 1 ? navigate(-1) : navigate('/find'))}
        />
        <PersonMenu person={angel} />
      </div>
      {angel.sample && (
        <span className={styles.sample}>
          <SampleTag />
        </span>
      )}
    </div>
  )
}

/** Big photo, the two things one can do, what they tell about themselves. */
export const Person = ({ angel }: { angel: Member }) => {
  const likes = useLike()
  const { memberName, age, city } = angel
  const liked = likes.isLiked(angel)
  return (
    <div className={styles.profile}>
      <Portrait angel={angel} />
      <div className={styles.side}>
        <div className={styles.titleRow}>
          <div>
            <h1 className={`${text.h1} ${styles.name}`}>
              {memberName}, {age} {angel.verified && <VerifiedMark />}
            </h1>
            <p className={styles.meta}>
              {angel.online && (
                <span className={styles.online}>
                  <Trans>Online ora</Trans>
                </span>
              )}
              {angel.online && <span aria-hidden>·</span>}
              <span>{city || angel.region}</span>
            </p>
          </div>
          <span className={styles.wide}>
            <PersonMenu person={angel} />
          </span>
        </div>
        {angel.likedYou && (
          <Note tone="pri" icon={Heart}>
            {liked ? <Trans>Vi piacete tutti e due.</Trans> : <Trans>{memberName} ti ha messo mi piace.</Trans>}
          </Note>
        )}
        <div className={styles.actions}>
          <ButtonLink href={`/chats/${angel.id}`} size="lg" variant="sec">
            <Icon of={MessageCircle} />
            <Trans>Scrivi</Trans>
          </ButtonLink>
          <Button
            size="lg"
            aria-pressed={liked}
            busy={likes.isBusy(angel) && <Trans>Invio…</Trans>}
            onClick={() => void likes.like(angel)}
          >
            <Icon of={Heart} filled={liked} />
            <Trans>Mi piace</Trans>
          </Button>
        </div>
        {angel.about && <p className={styles.about}>{angel.about}</p>}
        {angel.description && (
          <Card as="section">
            <h2 className={text.h3}>
              <Trans>Che cosa cerca</Trans>
            </h2>
            <p className={styles.seeks}>{angel.description}</p>
          </Card>
        )}
        <Facts angel={angel} />
        {angel.sample && (
          <Note>
            <Trans>
              È un profilo di esempio: la persona non esiste, il ritratto è un disegno e le risposte sono scritte da un
              programma.
            </Trans>
          </Note>
        )}
        <ButtonLink href={`/chats/${angel.id}`} size="lg" variant="soft" block>
          <Icon of={MessageCircle} />
          {angel.gender === 'Male' ? <Trans>Scrivigli in privato</Trans> : <Trans>Scrivile in privato</Trans>}
        </ButtonLink>
      </div>
      {likes.popup}
    </div>
  )
}
