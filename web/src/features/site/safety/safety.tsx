import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { Ban, Flag, HeartHandshake, LifeBuoy, ShieldAlert, type LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import { useSite } from '#app/brand/site.ts'
import { PageHead } from '#app/seo/page-head.tsx'
import type { VisitorHandle } from '#app/shell/page-handle.ts'
import { useVisitLinks } from '#app/visit/use-visit-links.ts'
import { Icon } from '#components/marks/icon.tsx'
import { Card } from '#components/layout/card.tsx'
import { classNames } from '#styles/class-names.ts'
import layout from '#styles/layout.module.css'
import text from '#styles/text.module.css'
import { countriesFrom, helpLines, telephone, type HelpKind } from './help-lines.ts'
import styles from './safety.module.css'

export const handle: VisitorHandle = { script: false }

const kinds = {
  emergency: msg`Emergenze`,
  violence: msg`Violenza, minacce e persecuzioni: gratis, a ogni ora`,
  victims: msg`Chi ha subito un reato: gratis`,
  fraud: msg`Truffe e inganni online: gratis`,
  bank: msg`La tua banca, se temi una truffa`,
} as const satisfies Record<HelpKind, object>

const Part = ({
  id,
  icon,
  title,
  children,
}: {
  readonly id: string
  readonly icon: LucideIcon
  readonly title: ReactNode
  readonly children: ReactNode
}) => (
  <Card as="section" id={id} aria-labelledby={`${id}-title`} className={styles.part}>
    <h2 id={`${id}-title`} className={classNames(text.h2, styles.title)}>
      <Icon of={icon} size={24} />
      {title}
    </h2>
    {children}
  </Card>
)

const FirstDate = () => (
  <Part id="first-date" icon={HeartHandshake} title={<Trans>Il primo incontro</Trans>}>
    <ul className={styles.list}>
      <li>
        <Trans>Parlate prima qui, con calma. Chi ha molta fretta di vedersi può aspettare ancora un giorno.</Trans>
      </li>
      <li>
        <Trans>Scegli un posto pubblico e frequentato, di giorno la prima volta. Non a casa tua, non a casa sua.</Trans>
      </li>
      <li>
        <Trans>Di’ a qualcuno di cui ti fidi dove vai, con chi e a che ora torni, e mandagli il profilo.</Trans>
      </li>
      <li>
        <Trans>Vai e torna con i tuoi mezzi, con il telefono carico, e tieni d’occhio il tuo bicchiere.</Trans>
      </li>
      <li>
        <Trans>Puoi andartene in ogni momento, senza spiegazioni. Chi ti rispetta lo capisce.</Trans>
      </li>
      <li>
        <Trans>Indirizzo, luogo di lavoro e abitudini possono aspettare: dilli quando ti fidi.</Trans>
      </li>
    </ul>
  </Part>
)

const Scams = () => (
  <Part id="scams" icon={ShieldAlert} title={<Trans>Come si riconosce una truffa</Trans>}>
    <ul className={styles.list}>
      <li>
        <Trans>
          Chiede soldi, buoni regalo, criptovalute o i dati di un conto: per un’emergenza, un viaggio, una dogana.
        </Trans>
      </li>
      <li>
        <Trans>Promette guadagni sicuri o ti insegna un investimento. Non esiste.</Trans>
      </li>
      <li>
        <Trans>Ama dopo tre giorni, ma non può mai vedersi né farsi vedere in video.</Trans>
      </li>
      <li>
        <Trans>Vuole passare subito a un’altra app, o ti manda un link dove inserire una carta o un codice.</Trans>
      </li>
      <li>
        <Trans>
          Ti chiede foto intime e poi minaccia di mostrarle. Non pagare: conserva i messaggi e chiedi aiuto qui sotto.
        </Trans>
      </li>
      <li>
        <Trans>
          Noi non ti chiediamo mai la password, un codice o i dati della carta in una conversazione o per telefono.
        </Trans>
      </li>
    </ul>
    <p>
      <Trans>Se hai già pagato, chiama la tua banca adesso: nelle prime ore a volte si può fermare il pagamento.</Trans>
    </p>
  </Part>
)

const Reports = () => (
  <Part id="reports" icon={Flag} title={<Trans>Che cosa succede quando segnali</Trans>}>
    <ol className={styles.list}>
      <li>
        <Trans>Dal menu con i tre puntini scegli «Segnala», il motivo e, se vuoi, i messaggi da far leggere.</Trans>
      </li>
      <li>
        <Trans>
          La legge una persona, mai solo un programma. Dei vostri messaggi vede soltanto quelli che hai scelto.
        </Trans>
      </li>
      <li>
        <Trans>L’altra persona non viene a sapere chi l’ha segnalata.</Trans>
      </li>
      <li>
        <Trans>Ti scriviamo com’è finita. Se è contro le nostre regole interveniamo, fino a chiudere il profilo.</Trans>
      </li>
      <li>
        <Trans>Se pensi che ci siamo sbagliati rispondi a quella email: rilegge il caso un’altra persona.</Trans>
      </li>
    </ol>
  </Part>
)

const Blocks = () => (
  <Part id="blocks" icon={Ban} title={<Trans>Bloccare</Trans>}>
    <p>
      <Trans>
        Dallo stesso menu blocchi chi vuoi, senza un motivo. Non vi vedete più e non potete scrivervi, e l’altra persona
        non riceve nessun avviso. Nel profilo trovi chi hai bloccato e puoi cambiare idea.
      </Trans>
    </p>
  </Part>
)

const HelpLines = () => {
  const { i18n } = useLingui()
  const { brand, locale, session } = useSite()
  const { to } = useVisitLinks()
  const names = new Intl.DisplayNames(locale, { type: 'region' })
  return (
    <Part id="help-lines" icon={LifeBuoy} title={<Trans>Numeri che aiutano</Trans>}>
      <p>
        <Trans>
          In pericolo chiama subito il numero delle emergenze: il 112 risponde in tutta l’Unione europea e nel Regno
          Unito. Gli altri numeri ascoltano anche solo per un consiglio.
        </Trans>
      </p>
      {countriesFrom(session?.country ?? brand.country).map((country) => (
        <div key={country}>
          <h3 className={text.h3}>{names.of(country)}</h3>
          <ul className={styles.lines}>
            {helpLines[country].map(({ number, kind, name }) => (
              <li key={number}>
                <a className={styles.number} href={telephone(number)}>
                  {number}
                </a>
                <span>
                  {i18n._(kinds[kind])}
                  {name !== undefined && <span className={classNames(text.sm, text.muted, styles.name)}>{name}</span>}
                </span>
              </li>
            ))}
          </ul>
        </div>
      ))}
      <p>
        <Trans>
          Per tutto il resto <a href={to('/contactUs')}>scrivici</a>: risponde una persona.
        </Trans>
      </p>
    </Part>
  )
}

/** What helps to stay safe, in one place, for members and visitors. */
export default function Safety() {
  const { t } = useLingui()
  const {
    brand: { title },
  } = useSite()
  return (
    <main id="main" className={classNames(layout.page, styles.page)}>
      <PageHead
        title={t`Sicurezza`}
        description={t`Incontrarsi con prudenza, riconoscere una truffa, segnalare e bloccare su ${title}, e i numeri a cui chiedere aiuto.`}
      />
      <h1 className={text.h1}>
        <Trans>Sicurezza</Trans>
      </h1>
      <p className={classNames(text.muted, styles.intro)}>
        <Trans>Poche regole che funzionano, che cosa facciamo noi e chi può aiutarti.</Trans>
      </p>
      <div className={layout.stack}>
        <FirstDate />
        <Scams />
        <Reports />
        <Blocks />
        <HelpLines />
      </div>
    </main>
  )
}
