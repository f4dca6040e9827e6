import { Trans } from '@lingui/react/macro'
import { Lock } from 'lucide-react'
import { useSession } from '../../app/session.tsx'
import { useSite } from '../../app/site.ts'
import { Button } from '../../components/button.tsx'
import { Dialog, DialogActions } from '../../components/dialog.tsx'
import text from '../../styles/text.module.css'

/** A disabled account cannot use the service; only customer care opens it again (spec section 6). */
const DisabledPopup = () => {
  const { brand } = useSite()
  const { signOut } = useSession()
  return (
    <Dialog
      open dismissable={false} icon={Lock} tone="bad" title={<Trans>Il tuo profilo è disattivato</Trans>}
      intro={<Trans>Per riaprirlo scrivi a <a className={text.link} href={`mailto:${brand.supportEmail}`}>{brand.supportEmail}</a>.</Trans>}
    >
      <DialogActions><Button onClick={() => void signOut()}><Trans>Esci</Trans></Button></DialogActions>
    </Dialog>
  )
}

export default DisabledPopup
