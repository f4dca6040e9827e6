import { Trans, useLingui } from '@lingui/react/macro'
import { ShieldAlert } from 'lucide-react'
import { type ActionFunctionArgs, useActionData } from 'react-router'
import { apiOver } from '#app/api/api.ts'
import { webContext } from '#app/server/server-context.ts'
import { useSite } from '#app/brand/site.ts'
import { ButtonLink } from '#components/buttons/button.tsx'
import text from '#styles/text.module.css'
import { LinkPage, outcomeOf, tokenOf } from './link-page.tsx'

export const action = ({ request, context }: ActionFunctionArgs) =>
  outcomeOf(() =>
    apiOver(context.get(webContext).api)('POST /api/users/undoEmailChange', { body: { token: tokenOf(request) } }),
  )

/** For owners who did not change their address themselves: restores it and ends all sessions of the account. */
export default function UndoEmail() {
  const { t } = useLingui()
  const { brand } = useSite()
  return (
    <LinkPage
      title={t`Annulla il cambio di email`}
      icon={ShieldAlert}
      tried={useActionData<typeof action>()}
      heading={<Trans>Non hai cambiato tu l’email?</Trans>}
      text={
        <Trans>
          Rimettiamo questo indirizzo, chiudiamo tutti gli accessi, togliamo password, passkey e account collegati, e ti
          mandiamo qui un link per scegliere una nuova password.
        </Trans>
      }
      button={<Trans>Rimetti questo indirizzo</Trans>}
      busy={<Trans>Un momento…</Trans>}
      done={{
        heading: <Trans>Il profilo è di nuovo tuo</Trans>,
        text: (
          <Trans>
            Tutti gli accessi sono chiusi. Apri l’email che ti abbiamo appena mandato e scegli una nuova password: il
            link vale 2 ore.
          </Trans>
        ),
        action: (
          <ButtonLink href="/forgotPassword" variant="sec" reload>
            <Trans>Mandami un altro link</Trans>
          </ButtonLink>
        ),
      }}
      ended={
        <Trans>
          È già stato usato, oppure sono passati 7 giorni. Se non riesci a entrare scrivi a{' '}
          <a className={text.link} href={`mailto:${brand.supportEmail}`}>
            {brand.supportEmail}
          </a>
          .
        </Trans>
      }
    />
  )
}
