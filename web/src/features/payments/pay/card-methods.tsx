import { Trans, useLingui } from '@lingui/react/macro'
import { CreditCard } from 'lucide-react'
import type { Ref } from 'react'
import { Checkbox } from '../../../components/forms/checkbox.tsx'
import { Icon } from '../../../components/marks/icon.tsx'
import { TextField } from '../../../components/forms/text-field.tsx'
import layout from '../../../styles/layout.module.css'
import text from '../../../styles/text.module.css'
import type { PayRules } from '../../credits/index.ts'
import { CardFrame, type CardFrameHandle } from './card-frame.tsx'
import paymentStyles from '../payments.module.css'
import styles from './pay.module.css'

export interface CardFields {
  /** The card on file instead of a new one. */
  readonly useKept: boolean
  readonly firstName: string
  readonly lastName: string
  readonly keep: boolean
}

interface CardMethodsProps {
  readonly kept: PayRules['cardOnFile']
  readonly renews: boolean
  readonly fields: CardFields
  readonly onChange: (fields: CardFields) => void
  readonly asked: boolean
  readonly frame: Ref<CardFrameHandle>
}

const NewCard = ({ renews, fields, onChange, asked, frame }: Omit<CardMethodsProps, 'kept'>) => {
  const { t } = useLingui()
  return (
    <div className={styles.body}>
      <CardFrame ref={frame} />
      <div className={layout.two}>
        <TextField
          label={t`Nome`}
          autoComplete="cc-given-name"
          maxLength={60}
          value={fields.firstName}
          onChange={(event) => onChange({ ...fields, firstName: event.target.value })}
          error={asked && fields.firstName.trim() === '' && <Trans>Scrivi il nome che sta sulla carta.</Trans>}
        />
        <TextField
          label={t`Cognome`}
          autoComplete="cc-family-name"
          maxLength={60}
          value={fields.lastName}
          onChange={(event) => onChange({ ...fields, lastName: event.target.value })}
          error={asked && fields.lastName.trim() === '' && <Trans>Scrivi il cognome che sta sulla carta.</Trans>}
        />
      </div>
      {renews ? (
        <p className={`${text.sm} ${text.muted}`}>
          <Trans>
            Per i rinnovi il circuito di pagamento conserva la carta al posto nostro. Noi non vediamo il numero.
          </Trans>
        </p>
      ) : (
        <Checkbox
          checked={fields.keep}
          onChange={(event) => onChange({ ...fields, keep: event.target.checked })}
          optional={t`(facoltativo)`}
        >
          <Trans>Ricorda questa carta per la prossima volta. Noi non vediamo il numero.</Trans>
        </Checkbox>
      )}
    </div>
  )
}

/** By card: the one on file where there is one, or a new one. */
export const CardMethods = ({ kept, ...rest }: CardMethodsProps) => {
  const { fields, onChange } = rest
  const choose = (useKept: boolean) => onChange({ ...fields, useKept })
  return (
    <fieldset className={styles.methods}>
      <legend className={text.hidden}>
        <Trans>Metodo di pagamento</Trans>
      </legend>
      {kept && (
        <label className={styles.method}>
          <input
            className={paymentStyles.radio}
            type="radio"
            name="method"
            checked={fields.useKept}
            onChange={() => choose(true)}
          />
          <span>
            <Trans>
              {kept.brand} che finisce con {kept.last4}
            </Trans>
          </span>
          <Icon of={CreditCard} />
        </label>
      )}
      <label className={styles.method}>
        <input
          className={paymentStyles.radio}
          type="radio"
          name="method"
          checked={!fields.useKept}
          onChange={() => choose(false)}
        />
        <span>{kept ? <Trans>Un’altra carta</Trans> : <Trans>Carta</Trans>}</span>
        <Icon of={CreditCard} />
      </label>
      {!fields.useKept && <NewCard {...rest} />}
    </fieldset>
  )
}
