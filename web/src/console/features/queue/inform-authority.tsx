import { isAllowed } from '@incontro/contract/admin/permissions'
import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { Link } from 'react-router'
import { rolesAt, useMe } from '#console/base/me.tsx'
import { NotifyAuthority } from '#console/features/authorities/notify-authority.tsx'
import { KeyButton } from '#console/parts/key-button.tsx'
import parts from '#console/parts/parts.module.css'

/** From a case, an authority is notified of the suspicion of a crime; the case itself goes on. */
export const InformAuthority = ({ brand, caseId }: { readonly brand: string; readonly caseId: string }) => {
  const { t } = useLingui()
  const mayNotify = isAllowed('answerAuthorities', rolesAt(useMe(), brand))
  const [isOpen, setOpen] = useState(false)
  const [recorded, setRecorded] = useState<string | null>(null)
  if (!mayNotify) return null
  return (
    <>
      {recorded !== null && (
        <Link className={parts.link} to={`/${brand}/authorities/${recorded}`}>
          <Trans>An authority was notified</Trans>
        </Link>
      )}
      <KeyButton keys="y" name={t`Notify an authority`} variant="ghost" onPress={() => setOpen(true)} />
      {isOpen && <NotifyAuthority brand={brand} caseId={caseId} onClose={() => setOpen(false)} onDone={setRecorded} />}
    </>
  )
}
