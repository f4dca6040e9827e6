import { Trans, useLingui } from '@lingui/react/macro'
import { Building2, CircleCheck, type LucideIcon, Mail, Phone } from 'lucide-react'
import { type FormEvent, type ReactNode, useState } from 'react'
import { PageHead } from '../../app/page-head.tsx'
import { useSite } from '../../app/site.ts'
import { Button } from '../../components/button.tsx'
import { Card } from '../../components/card.tsx'
import { EmptyState } from '../../components/empty-state.tsx'
import { Icon } from '../../components/icon.tsx'
import { TextArea, TextField } from '../../components/text-field.tsx'
import layout from '../../styles/layout.module.css'
import text from '../../styles/text.module.css'
import styles from './contact.module.css'

/** The thank-you of the spec's section 9. */
const thanksAfter = 500

const Detail = ({ icon, name, children }: { icon: LucideIcon; name: ReactNode; children: ReactNode }) => (
  <div><dt><Icon of={icon} />{name}</dt><dd>{children}</dd></div>
)

export default function Contact() {
  const { t } = useLingui()
  const { brand } = useSite()
  const [state, setState] = useState<'open' | 'busy' | 'done'>('open')
  // The message leaves by the visitor's own mail program: nothing is sent or kept here.
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = new FormData(event.currentTarget)
    location.assign(`mailto:${brand.supportEmail}?subject=${encodeURIComponent(String(form.get('name')))}&body=${encodeURIComponent(String(form.get('message')))}`)
    setState('busy')
    setTimeout(() => setState('done'), thanksAfter)
  }
  return (
    <main id="main" className={`${layout.page} ${styles.grid}`}>
      <PageHead title={t`Contatti`} description={t`Come scrivere a ${brand.title}: indirizzo, email e telefono. Risponde una persona.`} />
      <div className={styles.details}>
        <h1 className={text.h1}><Trans>Contatti</Trans></h1>
        <p className={text.muted}><Trans>Risponde una persona, nei giorni feriali.</Trans></p>
        <dl>
          <Detail icon={Building2} name={brand.company}>{brand.companyAddress}</Detail>
          <Detail icon={Mail} name={<Trans>Email</Trans>}><a className={text.link} href={`mailto:${brand.supportEmail}`}>{brand.supportEmail}</a></Detail>
          <Detail icon={Phone} name={<Trans>Telefono</Trans>}><a className={text.link} href={`tel:${brand.phone.replace(/\s/g, '')}`}>{brand.phone}</a></Detail>
        </dl>
      </div>
      <Card>
        {state === 'done'
          ? <EmptyState icon={CircleCheck} role="status" title={<Trans>Grazie</Trans>} text={<Trans>Il messaggio è pronto nel tuo programma di posta: da lì lo invii. Se non si apre, scrivi a {brand.supportEmail}.</Trans>} />
          : (
              <form className={layout.form} onSubmit={submit}>
                <TextField label={t`Nome`} name="name" autoComplete="name" required />
                <TextArea label={t`Messaggio`} name="message" rows={5} required maxLength={2000} />
                <Button type="submit" busy={state === 'busy' && <Trans>Invio…</Trans>}><Trans>Invia</Trans></Button>
              </form>
            )}
      </Card>
    </main>
  )
}
