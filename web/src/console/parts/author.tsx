import type { Author as AuthorView } from '@incontro/contract/admin'
import { Trans } from '@lingui/react/macro'

/** Who did something: the name of a person of staff, or what acted instead. */
export const Author = ({ of: { kind, name } }: { readonly of: AuthorView }) => {
  switch (kind) {
    case 'staff':
      return name ?? <Trans>Someone of staff</Trans>
    case 'command':
      return <Trans>Command, by {name}</Trans>
    case 'member':
      return <Trans>The member</Trans>
    case 'program':
      return <Trans>The program</Trans>
  }
}
