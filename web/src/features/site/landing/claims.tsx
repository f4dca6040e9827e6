import type { ClaimKey, ClaimView } from '@incontro/contract'
import { dateWords, type DatePlace } from '@incontro/contract/date-words'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { dateFormat } from '#app/i18n/date-forms.ts'
import { useSite } from '#app/brand/site.ts'
import { classNames } from '#styles/class-names.ts'
import layout from '#styles/layout.module.css'
import text from '#styles/text.module.css'
import styles from './claims.module.css'

interface Facts {
  readonly sample: string
  readonly compared: string
  readonly count: number
}

const stepHow = ({ sample, compared }: Facts): ReactNode => (
  <Trans>
    Media di {sample} persone che lo hanno fatto e di {compared} che non lo hanno fatto, attive nell’ultimo mese e
    visibili per tutto il periodo; donne e uomini, e chi ha una foto e chi no, sono confrontati fra loro.
  </Trans>
)

/** The text of each figure, and how it was measured. A figure without a text here is not shown. */
const words: Record<ClaimKey, { readonly says: ReactNode; readonly how: (facts: Facts) => ReactNode }> = {
  photo_messages: {
    says: <Trans>i primi messaggi ricevuti da chi ha una foto, rispetto a chi non ce l’ha.</Trans>,
    how: ({ sample, compared }) => (
      <Trans>
        Media di {sample} persone con una foto e di {compared} senza, attive nell’ultimo mese e visibili per tutto il
        periodo; donne e uomini sono confrontati fra loro.
      </Trans>
    ),
  },
  photo_likes: {
    says: <Trans>i mi piace ricevuti da chi ha una foto, rispetto a chi non ce l’ha.</Trans>,
    how: ({ sample, compared }) => (
      <Trans>
        Media di {sample} persone con una foto e di {compared} senza, attive nell’ultimo mese e visibili per tutto il
        periodo; donne e uomini sono confrontati fra loro.
      </Trans>
    ),
  },
  prompt_messages: {
    says: (
      <Trans>
        i primi messaggi ricevuti da chi ha risposto a una domanda sul profilo, rispetto a chi non lo ha fatto.
      </Trans>
    ),
    how: stepHow,
  },
  intent_messages: {
    says: <Trans>i primi messaggi ricevuti da chi dice che cosa cerca, rispetto a chi non lo dice.</Trans>,
    how: stepHow,
  },
  interests_messages: {
    says: <Trans>i primi messaggi ricevuti da chi ha scelto i suoi interessi, rispetto a chi non lo ha fatto.</Trans>,
    how: stepHow,
  },
  reply_24h: {
    says: <Trans>dei primi messaggi riceve una risposta entro un giorno.</Trans>,
    how: ({ count }) => (
      <Plural
        value={count}
        one="Contato su # primo messaggio mandato nel periodo."
        other="Contato su tutti i # primi messaggi mandati nel periodo."
      />
    ),
  },
  good_reviews: {
    says: <Trans>delle recensioni dà quattro o cinque stelle.</Trans>,
    how: ({ count }) => (
      <Plural
        value={count}
        one="Contato su # recensione pubblicata nel periodo."
        other="Contato su tutte le # recensioni pubblicate nel periodo, comprese le più basse."
      />
    ),
  },
  confirmation_mail: {
    says: <Trans>delle email di conferma parte entro cinque minuti.</Trans>,
    how: ({ count }) => (
      <Plural
        value={count}
        one="Contato su # email di conferma del periodo, fino alla consegna al server di posta."
        other="Contato su tutte le # email di conferma del periodo, fino alla consegna al server di posta."
      />
    ),
  },
}

const Claim = ({ claim }: { claim: ClaimView }) => {
  const { i18n } = useLingui()
  const { locale } = useSite()
  const day = (time: string, place: DatePlace) =>
    dateWords(
      locale,
      dateFormat(locale, { day: 'numeric', month: 'long', year: 'numeric', timeZone: 'UTC' }).format(new Date(time)),
      place,
    )
  const { says, how } = words[claim.key]
  const figure = i18n.number(claim.figure)
  const [from, to] = [day(claim.from, 'from'), day(claim.to, 'to')]
  return (
    <li className={styles.claim}>
      <p className={styles.says}>
        <b className={styles.figure}>
          {claim.unit === 'times' ? <Trans>{figure} volte</Trans> : <Trans>{figure} %</Trans>}
        </b>{' '}
        {says}
      </p>
      <details className={styles.how}>
        <summary>
          <Trans>Come l’abbiamo misurato</Trans>
        </summary>
        <p>
          {how({ sample: i18n.number(claim.sample), compared: i18n.number(claim.compared ?? 0), count: claim.sample })}{' '}
          <Trans>
            Periodo: {from} {to}. È quello che è successo qui, non una promessa.
          </Trans>
        </p>
      </details>
    </li>
  )
}

/** The figures measured on the brand's own data, each with its method; renders nothing if there are none. */
export const Claims = ({ claims }: { claims: readonly ClaimView[] }) => {
  if (claims.length === 0) return null
  return (
    <section className={classNames(layout.section, layout.page, styles.section)}>
      <div className={layout.sectionHead}>
        <h2 className={text.h1}>
          <Trans>Misurato qui, non promesso</Trans>
        </h2>
      </div>
      <ul className={styles.claims}>
        {claims.map((claim) => (
          <Claim key={claim.key} claim={claim} />
        ))}
      </ul>
    </section>
  )
}
