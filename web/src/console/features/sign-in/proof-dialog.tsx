import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Dialog } from '#components/dialogs/dialog.tsx'
import { api } from '#console/base/api.ts'
import { FactorForm } from './factor-form.tsx'

/** Asks for the second factor again, before money and people. */
const ProofDialog = ({ onDone }: { readonly onDone: (shown: boolean) => void }) => {
  const { t } = useLingui()
  const queries = useQueryClient()
  // Read again, as the code of a demo changes.
  const session = useQuery({
    queryKey: ['session', 'proof'],
    queryFn: () => api('GET /admin/api/session', {}),
    staleTime: 0,
    gcTime: 0,
  })
  return (
    <Dialog
      open
      title={t`Show your second factor again`}
      intro={<Trans>It counts for ten minutes. An open browser alone must not be enough for this.</Trans>}
      onClose={() => onDone(false)}
    >
      {session.data && (
        <FactorForm
          session={session.data}
          onDone={() => {
            void queries.invalidateQueries({ queryKey: ['me'] })
            onDone(true)
          }}
        />
      )}
    </Dialog>
  )
}

export default ProofDialog
