import { Trans, useLingui } from '@lingui/react/macro'
import { CreditCard, ExternalLink } from 'lucide-react'
import { type ReactNode, type Ref, useId, useSyncExternalStore } from 'react'
import { Checkbox } from '#components/forms/checkbox.tsx'
import { Icon } from '#components/marks/icon.tsx'
import { TextField } from '#components/forms/text-field.tsx'
import layout from '#styles/layout.module.css'
import text from '#styles/text.module.css'
import type { PayRules } from '#features/credits/index.ts'
import { CardFrame, type CardFrameHandle } from './card-frame.tsx'
import paymentStyles from '../purchase/purchase.module.css'
import styles from './pay.module.css'

/** The card on file, a new card, a payment system's page, or a wallet of this device. */
export type ChosenMethod =
  | { readonly kind: 'kept' }
  | { readonly kind: 'card'; readonly marks: readonly Mark[] }
  | { readonly kind: 'page'; readonly paymentSystem: string; readonly methods: readonly PageMethod[] }
  | {
      readonly kind: 'wallet'
      readonly paymentSystem: string
      readonly label: string
      readonly frame: string
      readonly marks: readonly Mark[]
    }

type PageMethod = PayRules['payableBy'][number]['methods'][number]
type Mark = Pick<PageMethod, 'name' | 'mark'>

export interface PaymentFields {
  readonly method: ChosenMethod
  readonly firstName: string
  readonly lastName: string
  readonly keep: boolean
}

interface PaymentMethodsProps {
  readonly methods: readonly ChosenMethod[]
  readonly kept: PayRules['cardOnFile']
  readonly renews: boolean
  readonly fields: PaymentFields
  readonly onChange: (fields: PaymentFields) => void
  readonly asked: boolean
  readonly frame: Ref<CardFrameHandle>
}

/** Whether the browser supports Apple Pay. */
const hasPaymentSheet = (): boolean => {
  const { ApplePaySession: session } = globalThis as { ApplePaySession?: { canMakePayments(): boolean } }
  try {
    return session?.canMakePayments() ?? false
  } catch {
    // A page without HTTPS may not ask, and has no payment sheet.
    return false
  }
}
const never = () => () => undefined

/** Whether the browser supports Apple Pay; on the server and while its page is hydrated, whether it looks like it. */
export const usePaymentSheet = (looksLikeIt: boolean): boolean =>
  useSyncExternalStore(never, hasPaymentSheet, () => looksLikeIt)

/** Whether a user agent is that of an iPhone or iPad, or of Safari on a Mac. */
export const looksLikeApple = (userAgent: string | null): boolean =>
  /\b(iPhone|iPad)\b|\bMacintosh\b.* Version\/.* Safari\//.test(userAgent ?? '')

/**
 * The methods that can pay for a plan on a device with or without Apple's payment sheet, in the order shown; those of
 * the payment system that `declined` come last.
 */
export const methodsFor = (
  rules: PayRules,
  {
    renews,
    declined,
    hasSheet,
  }: { readonly renews: boolean; readonly declined: string | null; readonly hasSheet: boolean },
): readonly ChosenMethod[] => {
  const isDeclined = (method: ChosenMethod) =>
    'paymentSystem' in method
      ? method.paymentSystem === declined
      : rules.payableBy.some(({ kind, paymentSystem }) => kind === 'card' && paymentSystem === declined)
  return allMethods(rules, renews, hasSheet).toSorted(
    (one, other) => Number(isDeclined(one)) - Number(isDeclined(other)),
  )
}

const allMethods = (rules: PayRules, renews: boolean, hasSheet: boolean): readonly ChosenMethod[] => [
  ...(rules.cardOnFile ? [{ kind: 'kept' } as const] : []),
  ...rules.payableBy
    .filter(({ renewals }) => renewals || !renews)
    .flatMap(({ kind, paymentSystem, label, methods: all, devices, frame }): ChosenMethod[] => {
      const methods = all.filter(({ renewals }) => renewals || !renews)
      if (kind === 'card') return [{ kind, marks: methods }]
      if (kind === 'hosted') return [{ kind: 'page', paymentSystem, methods }]
      const isOnDevice = (devices === 'apple') === hasSheet
      return frame !== null && isOnDevice ? [{ kind, paymentSystem, label, frame, marks: methods }] : []
    }),
]

/**
 * The method with which an order was begun that is opened again, if it is still offered.
 * @param key of the method in this tab, which tells the card on file from another one
 */
export const chosenAgain = (
  methods: readonly ChosenMethod[],
  { paymentSystem, key }: { readonly paymentSystem: string | null; readonly key: string | null },
): ChosenMethod | undefined =>
  paymentSystem === null
    ? undefined
    : (methods.find((one) => methodKey(one) === paymentSystem) ??
      methods.find((one) => !('paymentSystem' in one) && methodKey(one) === key) ??
      methods.find(({ kind }) => kind === 'card'))

/** The alternative to a `declined` method: another card for the card on file, otherwise the next method. */
export const otherMethod = (methods: readonly ChosenMethod[], declined: ChosenMethod): ChosenMethod | null =>
  methods.find((one) => methodKey(one) !== methodKey(declined) && one.kind !== 'kept') ?? null

/** Distinguishes the methods on offer. */
export const methodKey = (method: ChosenMethod): string =>
  'paymentSystem' in method ? method.paymentSystem : method.kind

const NewCard = ({ renews, fields, onChange, asked, frame }: Omit<PaymentMethodsProps, 'kept' | 'methods'>) => {
  const { t } = useLingui()
  return (
    <CardFields fields={fields} onChange={onChange} asked={asked} frame={frame}>
      {renews ? (
        <p className={`${text.sm} ${text.muted}`}>
          <Trans>For renewals the payment processor keeps the card for us. We never see the number.</Trans>
        </p>
      ) : (
        <Checkbox
          name="keep"
          checked={fields.keep}
          onChange={(event) => onChange({ ...fields, keep: event.target.checked })}
          optional={t`(optional)`}
        >
          <Trans>Remember this card for next time. We never see the number.</Trans>
        </Checkbox>
      )}
    </CardFields>
  )
}

/** The fields of a card and its holder's name. */
export const CardFields = ({
  fields,
  onChange,
  asked,
  frame,
  children,
}: Pick<PaymentMethodsProps, 'fields' | 'onChange' | 'asked' | 'frame'> & { readonly children?: ReactNode }) => {
  const { t } = useLingui()
  // Some people have one name, in whichever of the two fields they write it.
  const isNamed = fields.firstName.trim() !== '' || fields.lastName.trim() !== ''
  return (
    <div className={styles.body}>
      <CardFrame ref={frame} />
      <div className={layout.two}>
        <TextField
          label={t`First name`}
          name="firstName"
          autoComplete="cc-given-name"
          maxLength={120}
          value={fields.firstName}
          onChange={(event) => onChange({ ...fields, firstName: event.target.value })}
          error={asked && !isNamed && <Trans>Enter the first name on the card.</Trans>}
        />
        <TextField
          label={t`Last name`}
          name="lastName"
          autoComplete="cc-family-name"
          maxLength={120}
          value={fields.lastName}
          onChange={(event) => onChange({ ...fields, lastName: event.target.value })}
        />
      </div>
      {children}
    </div>
  )
}

const OnTheirPage = ({ methods, renews }: { methods: readonly PageMethod[]; renews: boolean }) => {
  const name = useMethodNames(methods)
  const [method] = methods
  return (
    <div className={styles.body}>
      <p className={`${text.sm} ${text.muted}`}>
        {method?.id === 'account' ? (
          <Trans>When you confirm, {name}’s page opens. You pay there and then come back here.</Trans>
        ) : method?.id === 'transfer' ? (
          <Trans>
            When you confirm, a page opens where you choose your bank. You approve there and then come back here.
          </Trans>
        ) : (
          <Trans>When you confirm, a secure page opens. You pay there and then come back here.</Trans>
        )}{' '}
        {renews &&
          (method?.id === 'account' ? (
            <Trans>For renewals {name} keeps the payment method on our behalf: we don’t see its details.</Trans>
          ) : (
            <Trans>For renewals, that page keeps the payment method. We don’t see its details.</Trans>
          ))}
      </p>
    </div>
  )
}

/** The names of a page's methods. */
const useMethodNames = (methods: readonly PageMethod[]): string => {
  const { t } = useLingui()
  const words: Partial<Record<PageMethod['id'], string>> = {
    card: t`Card`,
    transfer: t`Transfer from your bank`,
    other: t`Other methods`,
  }
  return methods.map(({ id, name }) => words[id] ?? name).join(', ')
}

const FromWallet = ({ name, renews }: { name: string; renews: boolean }) => (
  <div className={styles.body}>
    <p className={`${text.sm} ${text.muted}`}>
      <Trans>
        You pay with a card you already have in {name}. Its button appears below the consents as soon as you give them.
      </Trans>{' '}
      {renews && <Trans>For renewals the payment processor keeps the card for us. We never see the number.</Trans>}
    </p>
  </div>
)

const MethodName = ({ method, kept }: { method: ChosenMethod; kept: PayRules['cardOnFile'] }) => {
  const names = useMethodNames(method.kind === 'page' ? method.methods : [])
  const brand = kept?.label
  switch (method.kind) {
    case 'kept':
      return (
        kept && (
          <Trans>
            {brand} ending in {kept.last4}
          </Trans>
        )
      )
    case 'card':
      return kept ? <Trans>Another card</Trans> : <Trans>Card</Trans>
    case 'wallet':
      return method.label
    case 'page':
      return names
  }
}

/** The label of the button that pays with another method after a decline. */
export const OtherMethod = ({ method }: { method: ChosenMethod }) => {
  const names = useMethodNames(method.kind === 'page' ? method.methods : [])
  if (!('paymentSystem' in method)) return <Trans>Use another card</Trans>
  if (method.kind === 'page' && method.methods.some(({ id }) => id === 'transfer' || id === 'other'))
    return <Trans>Choose another method</Trans>
  const name = method.kind === 'page' ? names : method.label
  return <Trans>Pay with {name}</Trans>
}

/** The marks by which payers recognise a method. The label names what it is, unless the marks are those of networks. */
const Marks = ({ method }: { method: ChosenMethod }) => {
  const marks = method.kind === 'kept' ? [] : method.kind === 'page' ? method.methods : method.marks
  const drawn = marks.filter(({ mark }) => mark !== null)
  if (drawn.length === 0) return <Icon of={method.kind === 'kept' ? CreditCard : ExternalLink} />
  return (
    <span className={styles.marks}>
      {drawn.map(({ name, mark }) => (
        <img key={mark} className={styles.mark} src={mark ?? ''} alt={method.kind === 'card' ? name : ''} height={24} />
      ))}
    </span>
  )
}

/** The choice of payment method: the card on file, a new card, or a payment system's page. */
export const PaymentMethods = ({ methods, kept, ...rest }: PaymentMethodsProps) => {
  const { fields, onChange, renews } = rest
  const id = useId()
  const row = (method: ChosenMethod) => {
    const key = methodKey(method)
    const isChosen = key === methodKey(fields.method)
    return [
      <label className={styles.method} key={key}>
        <input
          className={paymentStyles.radio}
          type="radio"
          name="method"
          value={key}
          checked={isChosen}
          onChange={() => onChange({ ...fields, method })}
          aria-labelledby={`${id}${key}`}
          aria-describedby={method.kind === 'card' ? `${id}${key}-marks` : undefined}
        />
        <span id={`${id}${key}`}>
          <MethodName method={method} kept={kept} />
        </span>
        <span id={`${id}${key}-marks`}>
          <Marks method={method} />
        </span>
      </label>,
      isChosen && method.kind === 'card' && <NewCard key="new" {...rest} />,
      isChosen && method.kind === 'wallet' && <FromWallet key="wallet" name={method.label} renews={renews} />,
      isChosen && method.kind === 'page' && <OnTheirPage key="theirs" methods={method.methods} renews={renews} />,
    ]
  }
  return (
    <fieldset className={styles.methods}>
      <legend className={text.hidden}>
        <Trans>Payment method</Trans>
      </legend>
      {methods.flatMap(row)}
    </fieldset>
  )
}
