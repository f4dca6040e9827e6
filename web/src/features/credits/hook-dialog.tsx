import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { Button, ButtonLink } from '../../components/buttons/button.tsx'
import { Dialog } from '../../components/dialogs/dialog.tsx'
import { useSite } from '../../app/brand/site.ts'
import { dayOf } from '../../app/i18n/date-forms.ts'
import { useCounts, useSession } from '../../app/session/session.tsx'
import layout from '../../styles/layout.module.css'
import words from '../../styles/text.module.css'
import styles from './hook-dialog.module.css'
import type { HookPopupProps } from './hook-popup.tsx'
import { hookTexts } from './hook-texts.ts'
import { Offers } from './offers.tsx'
import { payRulesQuery } from './pay-rules.ts'

const HookDialog = ({ hook, draft, onClose }: HookPopupProps) => {
  const { i18n } = useLingui()
  const { session } = useSession()
  const { data: rules } = useQuery(payRulesQuery(session))
  const { icon, title, text } = hookTexts[hook]
  const { locale } = useSite()
  const counts = useCounts()
  const next = hook === 'file_like' ? dayOf(counts?.navigation.nextLikeAt, locale) : null
  return (
    <Dialog open onClose={onClose} icon={icon} title={i18n._(title)} intro={i18n._(text)}>
      {next && (
        <p className={words.muted}>
          <Trans>Il prossimo gratis arriva il {next}.</Trans>
        </p>
      )}
      {draft && <p className={styles.draft}>{draft}</p>}
      {rules && <Offers rules={rules} onChoose={onClose} />}
      <div className={`${layout.stack} ${layout.g2}`}>
        <ButtonLink href={`/vip_plan/${hook}`} block onClick={onClose}>
          <Trans>Vedi tutti i piani</Trans>
        </ButtonLink>
        <Button variant="sec" block onClick={onClose}>
          <Trans>Non adesso</Trans>
        </Button>
      </div>
    </Dialog>
  )
}

export default HookDialog
