import { Trans, useLingui } from '@lingui/react/macro'
import { MailCheck } from 'lucide-react'
import { type ActionFunctionArgs, useActionData } from 'react-router'
import { apiOver } from '#app/api/api.ts'
import { webContext } from '#app/server/server-context.ts'
import { ButtonLink } from '#components/buttons/button.tsx'
import { LinkPage, outcomeOf, tokenOf } from './link-page.tsx'

export const action = ({ request, context }: ActionFunctionArgs) =>
  outcomeOf(() =>
    apiOver(context.get(webContext).api)('POST /api/users/confirmNewEmail', { body: { token: tokenOf(request) } }),
  )

/** Confirms a new address, which then replaces the member's old one. */
export default function ConfirmNewEmail() {
  const { t } = useLingui()
  return (
    <LinkPage
      title={t`Conferma il nuovo indirizzo`}
      icon={MailCheck}
      tried={useActionData<typeof action>()}
      heading={<Trans>È questo il tuo nuovo indirizzo?</Trans>}
      text={<Trans>Da quando confermi, accedi e ricevi le email qui. A quello di prima mandiamo un avviso.</Trans>}
      button={<Trans>Usa questo indirizzo</Trans>}
      busy={<Trans>Confermo…</Trans>}
      done={{
        heading: <Trans>Indirizzo cambiato</Trans>,
        text: <Trans>D’ora in poi accedi con questo. Gli accessi già aperti restano aperti.</Trans>,
        action: (
          <ButtonLink href="/find" reload>
            <Trans>Torna alla ricerca</Trans>
          </ButtonLink>
        ),
      }}
      taken={
        <Trans>Nel frattempo qualcuno lo ha usato per un altro profilo. Il tuo resta con l’indirizzo di prima.</Trans>
      }
      ended={
        <Trans>
          È già stato usato, è scaduto, oppure hai chiesto un altro indirizzo dopo. Puoi chiederlo di nuovo dal profilo.
        </Trans>
      }
    />
  )
}
