import { Trans } from '@lingui/react/macro'
import { MapPin } from 'lucide-react'
import { ButtonLink } from '#components/buttons/button.tsx'
import { Note } from '#components/feedback/note.tsx'

/**
 * Code 1006 without script: explains it and navigates to the brand that serves the country. It is no redirect, because
 * the content security policy allows forms to lead only to this site, and browsers apply that to the redirects after a
 * form, too.
 */
export const Elsewhere = ({ to }: { readonly to: string | undefined }) =>
  to !== undefined && (
    <>
      <meta httpEquiv="refresh" content={`0;url=${to}`} />
      <Note tone="pri" icon={MapPin} role="status">
        <Trans>
          We have another site where you live, and we’re taking you there. None of your details were saved here.
        </Trans>
      </Note>
      <ButtonLink href={to} size="lg" block reload>
        <Trans>Go to your country’s site</Trans>
      </ButtonLink>
    </>
  )
