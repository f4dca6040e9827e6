import { Trans, useLingui } from '@lingui/react/macro'
import { HeartHandshake } from 'lucide-react'
import { type ActionFunctionArgs, useActionData } from 'react-router'
import { apiOver } from '#app/api/api.ts'
import { webContext } from '#app/server/server-context.ts'
import { ButtonLink } from '#components/buttons/button.tsx'
import { LinkPage, outcomeOf, tokenOf } from './link-page.tsx'

export const action = ({ request, context }: ActionFunctionArgs) =>
  outcomeOf(() =>
    apiOver(context.get(webContext).api)('POST /api/users/cancelDeletion', { body: { token: tokenOf(request) } }),
  )

/** Cancels a deletion within its thirty days. */
export default function CancelDeletion() {
  const { t } = useLingui()
  return (
    <LinkPage
      title={t`Tieni il profilo`}
      icon={HeartHandshake}
      tried={useActionData<typeof action>()}
      heading={<Trans>Vuoi tenere il profilo?</Trans>}
      text={<Trans>Annulliamo l’eliminazione: il profilo torna visibile con le chat e i crediti di prima.</Trans>}
      button={<Trans>Tieni il profilo</Trans>}
      busy={<Trans>Un momento…</Trans>}
      done={{
        heading: <Trans>Che bello, resti</Trans>,
        text: <Trans>L’eliminazione è annullata e il profilo è di nuovo visibile. Accedi come prima.</Trans>,
        action: (
          <ButtonLink href="/login" reload>
            <Trans>Accedi</Trans>
          </ButtonLink>
        ),
      }}
      ended={<Trans>È già stato usato, oppure i 30 giorni sono passati e il profilo è stato eliminato.</Trans>}
    />
  )
}
