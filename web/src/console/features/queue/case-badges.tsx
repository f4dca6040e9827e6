import type { CaseRow } from '@incontro/contract/admin'
import { Trans } from '@lingui/react/macro'
import { Badge } from '#components/marks/labels.tsx'

/** How urgent a case is, and whether only owners decide it. */
export const CaseBadges = ({ of }: { readonly of: Pick<CaseRow, 'risk' | 'escalated'> }) => (
  <>
    {of.risk >= 60 && (
      <Badge tone="bad">
        <Trans>Urgent</Trans>
      </Badge>
    )}
    {of.escalated && (
      <Badge tone="warn">
        <Trans>Handed to the owners</Trans>
      </Badge>
    )}
  </>
)
