import { Trans, useLingui } from '@lingui/react/macro'
import { Check, MessageCircle, Settings2, SlidersHorizontal } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { type LoaderFunctionArgs, redirect } from 'react-router'
import { webContext } from '../app/server/server-context.ts'
import { Title } from '../app/seo/title.tsx'
import { Avatar } from '../components/people/avatar.tsx'
import { Button, ButtonLink } from '../components/buttons/button.tsx'
import { Card } from '../components/layout/card.tsx'
import { Checkbox } from '../components/forms/checkbox.tsx'
import { ComboBox } from '../components/forms/combo-box.tsx'
import { CreditBattery } from '../components/marks/credit-battery.tsx'
import { Dialog, DialogActions } from '../components/dialogs/dialog.tsx'
import { EmptyState, ErrorState } from '../components/feedback/empty-state.tsx'
import { Icon } from '../components/marks/icon.tsx'
import { IconButton } from '../components/buttons/icon-button.tsx'
import { Badge, Chip, ChipButton, Count } from '../components/marks/labels.tsx'
import { Note } from '../components/feedback/note.tsx'
import { Pagination } from '../components/layout/pagination.tsx'
import { PasswordField } from '../components/forms/password-field.tsx'
import { ProfileCard } from '../components/people/profile-card.tsx'
import { SegmentedControl } from '../components/forms/segmented-control.tsx'
import { SelectField } from '../components/forms/select-field.tsx'
import { Skeleton } from '../components/feedback/skeleton.tsx'
import { Stars } from '../components/marks/stars.tsx'
import { Switch } from '../components/forms/switch.tsx'
import { Tabs } from '../components/layout/tabs.tsx'
import { TextField } from '../components/forms/text-field.tsx'
import { ToastProvider, useToast } from '../components/feedback/toast.tsx'
import { samplePeople } from '../components/people/portraits/sample-people.ts'
import layout from '../styles/layout.module.css'
import text from '../styles/text.module.css'
import styles from './gallery.module.css'

/** Only in the demo: a page for work on the look. */
export const loader = ({ context }: LoaderFunctionArgs) => {
  if (!context.get(webContext).demo) throw redirect('/')
  return null
}

const Block = ({ title, children }: { title: ReactNode; children: ReactNode }) => (
  <Card as="section" className={layout.stack}>
    <h2 className={text.h3}>{title}</h2>
    {children}
  </Card>
)
const Row = ({ children }: { children: ReactNode }) => <div className={`${layout.row} ${layout.wrap}`}>{children}</div>

const Buttons = () => {
  const { t } = useLingui()
  return (
    <Block title={<Trans>Pulsanti</Trans>}>
      <Row>
        <Button>
          <Trans>Normale</Trans>
        </Button>
        <Button busy={<Trans>Invio…</Trans>}>
          <Trans>Normale</Trans>
        </Button>
        <Button disabled>
          <Trans>Disattivo</Trans>
        </Button>
      </Row>
      <Row>
        <Button variant="sec">
          <Trans>Secondario</Trans>
        </Button>
        <Button variant="soft">
          <Trans>Morbido</Trans>
        </Button>
        <Button variant="ghost">
          <Trans>Testo</Trans>
        </Button>
        <Button variant="danger">
          <Trans>Elimina</Trans>
        </Button>
        <Button variant="dangerOutline">
          <Trans>Blocca</Trans>
        </Button>
      </Row>
      <Row>
        <Button size="sm">
          <Trans>Piccolo</Trans>
        </Button>
        <Button size="lg">
          <Trans>Grande</Trans>
        </Button>
        <IconButton icon={Settings2} label={t`Impostazioni`} />
        <IconButton icon={Settings2} label={t`Impostazioni`} variant="outline" />
        <IconButton icon={Settings2} label={t`Impostazioni`} variant="solid" />
      </Row>
    </Block>
  )
}

const Fields = () => {
  const { t } = useLingui()
  const [city, setCity] = useState('')
  return (
    <Block title={<Trans>Campi</Trans>}>
      <TextField label={t`A riposo`} placeholder={t`Scrivi qui`} hint={t`Un suggerimento`} />
      <TextField label={t`Errore`} defaultValue="marco@" error={t`Manca la parte dopo la chiocciola.`} />
      <TextField label={t`Disattivo`} defaultValue="32" disabled />
      <PasswordField label={t`Password`} meter autoComplete="off" />
      <SelectField label={t`Regione`}>
        <option>Lazio</option>
        <option>Lombardia</option>
      </SelectField>
      <ComboBox
        label={t`Città`}
        value={city}
        onChange={setCity}
        empty={<Trans>Nessuna città con questo nome.</Trans>}
        search={(query) =>
          Promise.resolve(
            ['Roma', 'Romano', 'Romagnano']
              .filter((name) => name.toLowerCase().startsWith(query.toLowerCase()))
              .map((name) => ({ id: name, name })),
          )
        }
      />
    </Block>
  )
}

const Choices = () => {
  const { t } = useLingui()
  return (
    <Block title={<Trans>Scelte</Trans>}>
      <SegmentedControl
        label={t`Cerco`}
        name="seg"
        defaultValue="donna"
        options={[
          { value: 'donna', label: t`Donne` },
          { value: 'uomo', label: t`Uomini` },
        ]}
      />
      <div>
        <Checkbox>
          <Trans>Non spuntata</Trans>
        </Checkbox>
        <Checkbox defaultChecked>
          <Trans>Spuntata</Trans>
        </Checkbox>
        <Checkbox error={t`Senza questo consenso non possiamo aprire il profilo.`}>
          <Trans>Con errore</Trans>
        </Checkbox>
      </div>
      <Switch>
        <Trans>Spento</Trans>
      </Switch>
      <Switch defaultChecked>
        <Trans>Acceso</Trans>
      </Switch>
      <Tabs
        label={t`Schede`}
        selected={undefined}
        items={[
          { id: 'a', label: t`Mi Piace`, content: <p>1</p> },
          { id: 'b', label: t`Visite`, content: <p>2</p> },
        ]}
      />
      <Stars value={4} />
      <Pagination page={2} pages={9} href={(page) => `?page=${page}`} />
    </Block>
  )
}

const Labels = () => (
  <Block title={<Trans>Etichette</Trans>}>
    <Row>
      <Badge>
        <Trans>Neutro</Trans>
      </Badge>
      <Badge tone="pri">
        <Trans>Marca</Trans>
      </Badge>
      <Badge tone="acc">
        <Trans>Accento</Trans>
      </Badge>
      <Badge tone="ok">
        <Trans>Attivo</Trans>
      </Badge>
      <Badge tone="warn">
        <Trans>In attesa</Trans>
      </Badge>
      <Badge tone="bad">
        <Trans>Sospeso</Trans>
      </Badge>
      <Badge tone="info">
        <Trans>Nota</Trans>
      </Badge>
      <Count value={3} />
    </Row>
    <Row>
      <Chip>
        <Trans>Cinema</Trans>
      </Chip>
      <Chip match>
        <Icon of={Check} size={16} />
        <Trans>In comune</Trans>
      </Chip>
      <ChipButton>
        <Icon of={SlidersHorizontal} size={18} />
        <Trans>Filtri</Trans>
      </ChipButton>
      <ChipButton aria-pressed="true">
        <Trans>Online ora</Trans>
      </ChipButton>
    </Row>
    <Row>
      <Avatar photo={samplePeople.giulia.photo} name="Giulia" online />
      <Avatar photo={samplePeople.luca.photo} name="Luca" size={64} />
      <Avatar photo={null} name="Anna" size={64} />
    </Row>
    <Row>
      <CreditBattery credits={60} />
      <CreditBattery credits={25} />
      <CreditBattery credits={4} />
      <CreditBattery credits={12} mini />
    </Row>
  </Block>
)

const Messages = () => {
  const toast = useToast()
  const [open, setOpen] = useState(false)
  return (
    <Block title={<Trans>Messaggi di stato</Trans>}>
      <Note tone="info">
        <Trans>Il tuo profilo è in revisione.</Trans>
      </Note>
      <Note tone="ok">
        <Trans>Foto approvata.</Trans>
      </Note>
      <Note tone="warn">
        <Trans>Ti restano 2 crediti.</Trans>
      </Note>
      <Note tone="bad">
        <Trans>Pagamento rifiutato dalla banca.</Trans>
      </Note>
      <Row>
        <Button
          variant="sec"
          onClick={() =>
            toast({
              text: <Trans>Hai nascosto Martina</Trans>,
              action: { label: <Trans>Annulla</Trans>, onAction: () => undefined },
            })
          }
        >
          <Trans>Mostra un avviso</Trans>
        </Button>
        <Button variant="sec" onClick={() => setOpen(true)}>
          <Trans>Apri una finestra</Trans>
        </Button>
      </Row>
      <Dialog
        open={open}
        onClose={() => setOpen(false)}
        icon={MessageCircle}
        title={<Trans>Ancora nessuna chat</Trans>}
        intro={<Trans>Scegli una persona e scrivile due righe.</Trans>}
      >
        <DialogActions>
          <Button variant="sec" onClick={() => setOpen(false)}>
            <Trans>Non adesso</Trans>
          </Button>
          <Button onClick={() => setOpen(false)}>
            <Trans>Va bene</Trans>
          </Button>
        </DialogActions>
      </Dialog>
    </Block>
  )
}

const Loading = () => (
  <Block title={<Trans>Caricamento</Trans>}>
    <div className={layout.row}>
      <Skeleton shape="circle" />
      <div className={`${layout.stack} ${layout.g2} ${layout.grow}`}>
        <Skeleton shape="short" />
        <Skeleton />
      </div>
    </div>
    <div className={styles.trio}>
      <Skeleton shape="card" />
      <Skeleton shape="card" />
      <Skeleton shape="card" />
    </div>
  </Block>
)

const roles = [
  'bg',
  'surface',
  'raised',
  'sunken',
  'hover',
  'line',
  'line-strong',
  'text',
  'text-2',
  'primary',
  'primary-hover',
  'primary-soft',
  'primary-text',
  'accent',
  'accent-soft',
  'accent-text',
  'success-soft',
  'success-text',
  'warning-soft',
  'warning-text',
  'danger',
  'danger-soft',
  'danger-text',
  'info-soft',
  'info-text',
  'online',
  'focus',
]

/** Every component in every state. */
export default function Gallery() {
  const { t } = useLingui()
  const [liked, setLiked] = useState(false)
  return (
    <ToastProvider>
      <Title>{t`Componenti e stati`}</Title>
      <main id="main" className={`${layout.page} ${layout.stack} ${layout.g6}`}>
        <h1 className={text.h1}>
          <Trans>Componenti e stati</Trans>
        </h1>
        <div className={styles.columns}>
          <Buttons />
          <Fields />
          <Choices />
          <Labels />
          <Messages />
          <Loading />
        </div>
        <div className={styles.columns}>
          <Card>
            <EmptyState
              icon={MessageCircle}
              title={<Trans>Ancora nessuna chat</Trans>}
              text={<Trans>Scegli una persona e scrivile due righe.</Trans>}
              action={
                <ButtonLink href="/find">
                  <Trans>Trova qualcuno</Trans>
                </ButtonLink>
              }
            />
          </Card>
          <Card>
            <ErrorState offline onRetry={() => undefined} />
          </Card>
          <Block title={<Trans>Scheda profilo</Trans>}>
            <div className={styles.pair}>
              <ProfileCard
                member={samplePeople.noemi}
                liked={liked}
                onLike={() => setLiked(!liked)}
                heading="h3"
                eager
              />
              <ProfileCard member={samplePeople.withoutPhoto} liked onLike={() => undefined} heading="h3" />
            </div>
          </Block>
        </div>
        <Block title={<Trans>Ruoli colore</Trans>}>
          <div className={styles.swatches}>
            {roles.map((role) => (
              <span key={role} className={`${styles.swatch} ${styles[`c-${role}`]}`}>
                <i />
                --{role}
              </span>
            ))}
          </div>
        </Block>
      </main>
    </ToastProvider>
  )
}
