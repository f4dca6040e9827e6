import { Trans } from '@lingui/react/macro'
import { Button } from '#components/buttons/button.tsx'
import { Dialog } from '#components/dialogs/dialog.tsx'
import styles from './find.module.css'

/** Explains the order of the list, "why am I seeing this" (decision 5.2). */
const OrderDialog = ({ onClose }: { onClose: () => void }) => (
  <Dialog
    open
    onClose={onClose}
    title={<Trans>Perché questo ordine?</Trans>}
    intro={<Trans>Le regole sono uguali per tutti e sono queste.</Trans>}
  >
    <ol className={styles.rules}>
      <li>
        <Trans>Se hai scelto una città, prima chi vive lì, poi il resto della regione.</Trans>
      </li>
      <li>
        <Trans>Prima chi è online in questo momento.</Trans>
      </li>
      <li>
        <Trans>Poi chi è stato qui più di recente.</Trans>
      </li>
      <li>
        <Trans>In mezzo, qualche posto per chi si è appena iscritto.</Trans>
      </li>
    </ol>
    <p>
      <Trans>
        Vedi chi cerca qualcuno come te, nella tua zona. Non vedi chi ha chiuso il profilo, chi hai bloccato e chi ti ha
        bloccato.
      </Trans>
    </p>
    <p>
      <b>
        <Trans>Nessuno può pagare per comparire prima.</Trans>
      </b>
    </p>
    <Button variant="sec" block onClick={onClose}>
      <Trans>Ho capito</Trans>
    </Button>
  </Dialog>
)

export default OrderDialog
