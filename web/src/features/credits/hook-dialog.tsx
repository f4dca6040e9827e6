import { Trans } from '@lingui/react/macro'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { Button, ButtonLink } from '#components/buttons/button.tsx'
import { Dialog } from '#components/dialogs/dialog.tsx'
import { useToast } from '#components/feedback/toast.tsx'
import { useSite } from '#app/brand/site.ts'
import { dayOf } from '#app/i18n/date-forms.ts'
import { useCounts, useSession } from '#app/session/session.tsx'
import { useTimeZone } from '#app/session/time-zone.ts'
import { classNames } from '#styles/class-names.ts'
import layout from '#styles/layout.module.css'
import words from '#styles/text.module.css'
import styles from './hook-dialog.module.css'
import type { HookPopupProps } from './hook-popup-props.ts'
import { useHookText } from './use-hook-text.ts'
import { Offers } from './offers.tsx'
import { payRulesQuery } from './pay-rules.ts'

/** How long a hook does not open again after it was shown, in milliseconds. */
const pauseMs = 60_000

/** Shows a hook; within a minute of the last time only a toast with a link to the plans. */
const HookDialog = (props: HookPopupProps) => {
  const { hook, onClose } = props
  const client = useQueryClient()
  const { title } = useHookText(hook)
  const toast = useToast()
  const navigate = useNavigate()
  const key = ['hookShown', hook]
  const [isRecent] = useState(() => Date.now() - (client.getQueryData<number>(key) ?? 0) < pauseMs)
  const isDone = useRef(false)
  useEffect(() => {
    // React runs effects twice in development.
    if (isDone.current) return
    isDone.current = true
    if (!isRecent) {
      client.setQueryData(key, Date.now())
      return
    }
    const toPlans = () => void navigate(`/vip_plan/${hook}`)
    onClose()
    // This hook opens only when the member presses the button of a covered message.
    if (hook === 'blurred') toPlans()
    else
      toast({
        text: title,
        action: { label: <Trans>See all plans</Trans>, onAction: toPlans },
      })
    // Decided once, when the hook opens.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [])
  return isRecent ? null : <Shown {...props} />
}

const Shown = ({ hook, draft, onClose }: HookPopupProps) => {
  const { session } = useSession()
  const { data: rules } = useQuery(payRulesQuery(session))
  const { icon, title, text, picture } = useHookText(hook, draft !== undefined)
  const { locale } = useSite()
  const timeZone = useTimeZone()
  const counts = useCounts()
  const next = hook === 'file_like' ? dayOf(counts?.navigation.nextLikeAt, locale, timeZone, 'on') : null
  return (
    <Dialog open onClose={onClose} icon={icon} picture={picture} title={title} intro={text}>
      {next && (
        <p className={classNames(words.muted, words.center)}>
          <Trans>Your next free one comes on {next}.</Trans>
        </p>
      )}
      {draft && <p className={styles.draft}>{draft}</p>}
      {rules && <Offers rules={rules} onChoose={onClose} />}
      <div className={`${layout.stack} ${layout.g2}`}>
        <ButtonLink href={`/vip_plan/${hook}`} block onClick={onClose}>
          <Trans>See all plans</Trans>
        </ButtonLink>
        <Button variant="sec" block onClick={onClose}>
          <Trans>Not now</Trans>
        </Button>
      </div>
    </Dialog>
  )
}

export default HookDialog
