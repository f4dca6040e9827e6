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

/** Only in the demo: a page for design work, in English only. */
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
    <Block title="Buttons">
      <Row>
        <Button>Normal</Button>
        <Button busy="Sending…">Normal</Button>
        <Button disabled>Disabled</Button>
      </Row>
      <Row>
        <Button variant="sec">Secondary</Button>
        <Button variant="soft">Soft</Button>
        <Button variant="ghost">Text</Button>
        <Button variant="danger">Delete</Button>
        <Button variant="dangerOutline">Block</Button>
      </Row>
      <Row>
        <Button size="sm">Small</Button>
        <Button size="lg">Large</Button>
        <IconButton icon={Settings2} label="Settings" />
        <IconButton icon={Settings2} label="Settings" variant="outline" />
        <IconButton icon={Settings2} label="Settings" variant="solid" />
      </Row>
    </Block>
  )
}

const Fields = () => {
  const [city, setCity] = useState('')
  return (
    <Block title="Fields">
      <TextField label="At rest" placeholder="Write here" hint="A hint" />
      <TextField label="Error" defaultValue="marco@" error="The part after the @ is missing." />
      <TextField label="Disabled" defaultValue="32" disabled />
      <PasswordField label="Password" meter autoComplete="off" />
      <SelectField label="Region">
        <option>Lazio</option>
        <option>Lombardia</option>
      </SelectField>
      <ComboBox
        label="Town"
        value={city}
        onChange={setCity}
        empty="There’s no town of this name."
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
    <Block title="Choices">
      <SegmentedControl
        label="I’m looking for"
        name="seg"
        defaultValue="donna"
        options={[
          { value: 'donna', label: 'Women' },
          { value: 'uomo', label: 'Men' },
        ]}
      />
      <div>
        <Checkbox>Not ticked</Checkbox>
        <Checkbox defaultChecked>Ticked</Checkbox>
        <Checkbox error="We can’t open your profile without this consent.">With an error</Checkbox>
      </div>
      <Switch>Off</Switch>
      <Switch defaultChecked>On</Switch>
      <Tabs
        label="Tabs"
        selected={tab}
        onSelect={setTab}
        items={[
          { id: 'a', label: 'Likes', content: <p>1</p> },
          { id: 'b', label: 'Visits', content: <p>2</p> },
        ]}
      />
      <Stars value={4} />
      <Pagination page={2} pages={9} href={(page) => `?page=${page}`} />
    </Block>
  )
}

const Labels = () => (
  <Block title="Labels">
    <Row>
      <Badge>Neutral</Badge>
      <Badge tone="pri">Brand</Badge>
      <Badge tone="acc">Accent</Badge>
      <Badge tone="ok">Active</Badge>
      <Badge tone="warn">Waiting</Badge>
      <Badge tone="bad">Suspended</Badge>
      <Badge tone="info">Note</Badge>
      <Count value={3} />
    </Row>
    <Row>
      <Chip>Cinema</Chip>
      <Chip match>
        <Icon of={Check} size={16} />
        In common
      </Chip>
      <ChipButton>
        <Icon of={SlidersHorizontal} size={18} />
        Filters
      </ChipButton>
      <ChipButton aria-pressed="true">Online now</ChipButton>
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
    <Block title="Notes">
      <Note tone="info">Your profile is being reviewed.</Note>
      <Note tone="ok">Photo approved.</Note>
      <Note tone="warn">You have 2 credits left.</Note>
      <Note tone="bad">The bank declined the payment.</Note>
      <Row>
        <Button
          variant="sec"
          onClick={() =>
            toast({
              text: 'You’ve hidden Martina',
              action: { label: 'Undo', onAction: () => undefined },
            })
          }
        >
          Show a toast
        </Button>
        <Button variant="sec" onClick={() => setOpen(true)}>
          Open a dialog
        </Button>
      </Row>
      <Dialog
        open={open}
        onClose={() => setOpen(false)}
        icon={MessageCircle}
        title="No conversations yet"
        intro="Choose someone and write them a few lines."
      >
        <DialogActions>
          <Button variant="sec" onClick={() => setOpen(false)}>
            Not now
          </Button>
          <Button onClick={() => setOpen(false)}>OK</Button>
        </DialogActions>
      </Dialog>
    </Block>
  )
}

const Loading = () => (
  <Block title="Loading">
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
      <Title>Components and states</Title>
      <main id="main" className={`${layout.page} ${layout.stack} ${layout.g6}`}>
        <h1 className={text.h1}>Components and states</h1>
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
              title="No conversations yet"
              text="Choose someone and write them a few lines."
              action={<ButtonLink href="/find">Find someone</ButtonLink>}
            />
          </Card>
          <Card></Card>
          <Block title="Profile card">
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
        <Block title="Colour roles">
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
