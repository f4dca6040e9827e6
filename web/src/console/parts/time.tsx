import { useLingui } from '@lingui/react/macro'

/** A moment, in the reader's language and time zone; to the second where it hovers. */
export const Moment = ({ at }: { at: string }) => {
  const { i18n } = useLingui()
  const date = new Date(at)
  return (
    <time dateTime={at} title={i18n.date(date, { dateStyle: 'full', timeStyle: 'medium' })}>
      {i18n.date(date, { dateStyle: 'medium', timeStyle: 'short' })}
    </time>
  )
}
