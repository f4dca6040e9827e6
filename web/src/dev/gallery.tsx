import { Check, MessageCircle, Settings2, SlidersHorizontal } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { type LoaderFunctionArgs, redirect } from 'react-router'
import { webContext } from '#app/server/server-context.ts'
import { Title } from '#app/seo/title.tsx'
import { Avatar } from '#components/people/avatar.tsx'
import { Button, ButtonLink } from '#components/buttons/button.tsx'
import { Card } from '#components/layout/card.tsx'
import { Checkbox } from '#components/forms/checkbox.tsx'
import { ComboBox } from '#components/forms/combo-box.tsx'
import { CreditBattery } from '#components/marks/credit-battery.tsx'
import { Dialog, DialogActions } from '#components/dialogs/dialog.tsx'
import { EmptyState } from '#components/feedback/empty-state.tsx'
import { Icon } from '#components/marks/icon.tsx'
import { IconButton } from '#components/buttons/icon-button.tsx'
import { Badge, Chip, ChipButton, Count } from '#components/marks/labels.tsx'
import { Note } from '#components/feedback/note.tsx'
import { Pagination } from '#components/layout/pagination.tsx'
import { PasswordField } from '#components/forms/password-field.tsx'
import { ProfileCard } from '#components/people/profile-card.tsx'
import { SegmentedControl } from '#components/forms/segmented-control.tsx'
import { SelectField } from '#components/forms/select-field.tsx'
import { Skeleton } from '#components/feedback/skeleton.tsx'
import { Stars } from '#components/marks/stars.tsx'
import { Switch } from '#components/forms/switch.tsx'
import { Tabs } from '#components/layout/tabs.tsx'
import { TextField } from '#components/forms/text-field.tsx'
import { ToastProvider, useToast } from '#components/feedback/toast.tsx'
import { samplePeople } from '#components/people/sample-people.ts'
import layout from '#styles/layout.module.css'
import text from '#styles/text.module.css'
import styles from './gallery.module.css'

/** Only in the demo: a page for design work, in Italian only. */
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
  return (
    <Block title="Pulsanti">
      <Row>
        <Button>Normale</Button>
        <Button busy="Invio…">Normale</Button>
        <Button disabled>Disattivo</Button>
      </Row>
      <Row>
        <Button variant="sec">Secondario</Button>
        <Button variant="soft">Morbido</Button>
        <Button variant="ghost">Testo</Button>
        <Button variant="danger">Elimina</Button>
        <Button variant="dangerOutline">Blocca</Button>
      </Row>
      <Row>
        <Button size="sm">Piccolo</Button>
        <Button size="lg">Grande</Button>
        <IconButton icon={Settings2} label="Impostazioni" />
        <IconButton icon={Settings2} label="Impostazioni" variant="outline" />
        <IconButton icon={Settings2} label="Impostazioni" variant="solid" />
      </Row>
    </Block>
  )
}

const Fields = () => {
  const [city, setCity] = useState('')
  return (
    <Block title="Campi">
      <TextField label="A riposo" placeholder="Scrivi qui" hint="Un suggerimento" />
      <TextField label="Errore" defaultValue="marco@" error="Manca la parte dopo la chiocciola." />
      <TextField label="Disattivo" defaultValue="32" disabled />
      <PasswordField label="Password" meter autoComplete="off" />
      <SelectField label="Regione">
        <option>Lazio</option>
        <option>Lombardia</option>
      </SelectField>
      <ComboBox
        label="Città"
        value={city}
        onChange={setCity}
        empty="Nessuna città con questo nome."
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
  const [tab, setTab] = useState('a')
  return (
    <Block title="Scelte">
      <SegmentedControl
        label="Cerco"
        name="seg"
        defaultValue="donna"
        options={[
          { value: 'donna', label: 'Donne' },
          { value: 'uomo', label: 'Uomini' },
        ]}
      />
      <div>
        <Checkbox>Non spuntata</Checkbox>
        <Checkbox defaultChecked>Spuntata</Checkbox>
        <Checkbox error="Senza questo consenso non possiamo aprire il profilo.">Con errore</Checkbox>
      </div>
      <Switch>Spento</Switch>
      <Switch defaultChecked>Acceso</Switch>
      <Tabs
        label="Schede"
        selected={tab}
        onSelect={setTab}
        items={[
          { id: 'a', label: 'Mi Piace', content: <p>1</p> },
          { id: 'b', label: 'Visite', content: <p>2</p> },
        ]}
      />
      <Stars value={4} />
      <Pagination page={2} pages={9} href={(page) => `?page=${page}`} />
    </Block>
  )
}

const Labels = () => (
  <Block title="Etichette">
    <Row>
      <Badge>Neutro</Badge>
      <Badge tone="pri">Marca</Badge>
      <Badge tone="acc">Accento</Badge>
      <Badge tone="ok">Attivo</Badge>
      <Badge tone="warn">In attesa</Badge>
      <Badge tone="bad">Sospeso</Badge>
      <Badge tone="info">Nota</Badge>
      <Count value={3} />
    </Row>
    <Row>
      <Chip>Cinema</Chip>
      <Chip match>
        <Icon of={Check} size={16} />
        In comune
      </Chip>
      <ChipButton>
        <Icon of={SlidersHorizontal} size={18} />
        Filtri
      </ChipButton>
      <ChipButton aria-pressed="true">Online ora</ChipButton>
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
    <Block title="Messaggi di stato">
      <Note tone="info">Il tuo profilo è in revisione.</Note>
      <Note tone="ok">Foto approvata.</Note>
      <Note tone="warn">Ti restano 2 crediti.</Note>
      <Note tone="bad">Pagamento rifiutato dalla banca.</Note>
      <Row>
        <Button
          variant="sec"
          onClick={() =>
            toast({
              text: 'Hai nascosto Martina',
              action: { label: 'Annulla', onAction: () => undefined },
            })
          }
        >
          Mostra un avviso
        </Button>
        <Button variant="sec" onClick={() => setOpen(true)}>
          Apri una finestra
        </Button>
      </Row>
      <Dialog
        open={open}
        onClose={() => setOpen(false)}
        icon={MessageCircle}
        title="Ancora nessuna chat"
        intro="Scegli una persona e scrivile due righe."
      >
        <DialogActions>
          <Button variant="sec" onClick={() => setOpen(false)}>
            Non adesso
          </Button>
          <Button onClick={() => setOpen(false)}>Va bene</Button>
        </DialogActions>
      </Dialog>
    </Block>
  )
}

const Loading = () => (
  <Block title="Caricamento">
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
  const [liked, setLiked] = useState(false)
  return (
    <ToastProvider>
      <Title>Componenti e stati</Title>
      <main id="main" className={`${layout.page} ${layout.stack} ${layout.g6}`}>
        <h1 className={text.h1}>Componenti e stati</h1>
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
              title="Ancora nessuna chat"
              text="Scegli una persona e scrivile due righe."
              action={<ButtonLink href="/find">Trova qualcuno</ButtonLink>}
            />
          </Card>
          <Card></Card>
          <Block title="Scheda profilo">
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
        <Block title="Ruoli colore">
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
