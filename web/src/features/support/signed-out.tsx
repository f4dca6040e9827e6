import { Trans } from '@lingui/react/macro'
import { Lock } from 'lucide-react'
import { ButtonLink } from '#components/buttons/button.tsx'
import { EmptyState } from '#components/feedback/empty-state.tsx'

/** For a visitor, who gets answers by email only. */
export const SignedOut = ({ next }: { readonly next: string }) => (
  <EmptyState
    icon={Lock}
    title={<Trans>Sign in to read your requests</Trans>}
    text={<Trans>If you wrote to us without signing in, the answer comes to the address you gave.</Trans>}
    action={
      <ButtonLink href={`/login?next=${encodeURIComponent(next)}`} variant="sec" reload>
        <Trans>Sign in</Trans>
      </ButtonLink>
    }
  />
)
