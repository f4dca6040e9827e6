import { Trans, useLingui } from '@lingui/react/macro'
import { api } from '#console/base/api.ts'
import { ActionDialog } from '#console/parts/action-dialog.tsx'
import { HeldDialog } from '#console/parts/held-dialog.tsx'
import type { ActionProps } from './action-props.ts'

export const Reactivate = ({ brand, file, ...rest }: ActionProps) => {
  const { t } = useLingui()
  return (
    <HeldDialog
      {...rest}
      title={t`Reactivate this account?`}
      intro={<Trans>The member gets a mail.</Trans>}
      later={<Trans>Later, a moderator can restrict the member again.</Trans>}
      action={t`Reactivate`}
      run={(reason) =>
        api('POST /admin/api/:brand/members/:id/reactivate', { params: { brand, id: file.id }, body: { reason } })
      }
    />
  )
}

export const SendReset = ({ brand, file, ...rest }: ActionProps) => {
  const { t } = useLingui()
  return (
    <HeldDialog
      {...rest}
      title={t`Send a password link?`}
      intro={<Trans>It goes to the member’s own address. You don’t see it.</Trans>}
      later={<Trans>Later it can’t be called back; the link works for two hours.</Trans>}
      action={t`Send`}
      run={(reason) =>
        api('POST /admin/api/:brand/members/:id/reset', { params: { brand, id: file.id }, body: { reason } })
      }
    />
  )
}

export const ConfirmEmail = ({ brand, file, ...rest }: ActionProps) => {
  const { t } = useLingui()
  return (
    <HeldDialog
      {...rest}
      title={t`Confirm the address?`}
      intro={
        <Trans>
          Only if you know by other means that {file.email} is theirs: from then on the member is shown to others.
        </Trans>
      }
      later={<Trans>Later it can’t be undone.</Trans>}
      action={t`Confirm the address`}
      run={(reason) =>
        api('POST /admin/api/:brand/members/:id/confirm-email', { params: { brand, id: file.id }, body: { reason } })
      }
    />
  )
}

export const LegalHold = ({ brand, file, ...rest }: ActionProps) => {
  const { t } = useLingui()
  const held = file.hold === null
  return (
    <ActionDialog
      {...rest}
      title={held ? t`Place a legal hold?` : t`Release the legal hold?`}
      intro={
        <>
          <Trans>While it lasts, nothing of the member is erased.</Trans>{' '}
          {held ? (
            <Trans>It works at once, and can be released here.</Trans>
          ) : (
            <Trans>A new one can be placed here until the erasing begins.</Trans>
          )}
        </>
      }
      action={held ? t`Legal hold` : t`Release the legal hold`}
      run={(reason) =>
        api('PUT /admin/api/:brand/members/:id/hold', { params: { brand, id: file.id }, body: { held, reason } })
      }
    />
  )
}

export const MakeExport = ({ brand, file, ...rest }: ActionProps) => {
  const { t } = useLingui()
  return (
    <HeldDialog
      {...rest}
      title={t`Make the export of their data?`}
      intro={<Trans>The member gets a mail and downloads it in the settings. You don’t see it.</Trans>}
      later={<Trans>Later it can’t be called back; the file is there for seven days.</Trans>}
      action={t`Make the export`}
      run={(reason) =>
        api('POST /admin/api/:brand/members/:id/export', { params: { brand, id: file.id }, body: { reason } })
      }
    />
  )
}

export const EraseMember = ({ brand, file, ...rest }: ActionProps) => {
  const { t } = useLingui()
  return (
    <HeldDialog
      {...rest}
      isDangerous
      title={t`Erase this member?`}
      intro={
        <Trans>
          Only if they asked for it. The profile is hidden at once and erased in 30 days; the member gets a mail with a
          link that cancels it.
        </Trans>
      }
      later={<Trans>Until then Reactivate in this file cancels it as well.</Trans>}
      action={t`Erase`}
      run={(reason) =>
        api('POST /admin/api/:brand/members/:id/erase', { params: { brand, id: file.id }, body: { reason } })
      }
    />
  )
}
