import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { api } from '#app/api/api.ts'
import { useSession } from '#app/session/session.tsx'
import { classNames } from '#styles/class-names.ts'
import text from '#styles/text.module.css'
import styles from './report-dialog.module.css'

/** `/media/<id>/<size>` */
const idIn = (url: string): string | undefined => /\/media\/([0-9a-f-]{36})\//.exec(url)?.[1]

/** Which of a member's photos a report is about; shows nothing while they are not known. */
export const ReportedPhoto = ({
  memberId,
  chosen,
  onChoose,
}: {
  readonly memberId: string
  readonly chosen: string | null
  readonly onChoose: (photoId: string) => void
}) => {
  const { t } = useLingui()
  const { country, seeks } = useSession().session
  const { data } = useQuery({
    queryKey: ['reportablePhotos', memberId],
    queryFn: ({ signal }) =>
      api('GET /dispenser/:angelId/:country/:cerco', { params: { memberId, country, seeks }, signal }),
    retry: false,
    gcTime: 0,
  })
  const photos = (data?.[0]?.gallery ?? []).flatMap(({ url }) => {
    const id = idIn(url)
    return id === undefined ? [] : [{ id, url }]
  })
  if (photos.length === 0) return null
  return (
    <fieldset className={styles.reasons}>
      <legend className={classNames(text.sm, text.muted)}>
        <Trans>Which photo?</Trans>
      </legend>
      <div className={styles.photos}>
        {photos.map(({ id, url }, index) => {
          const number = index + 1
          return (
            <label key={id} className={styles.photo}>
              <input type="radio" name="photo" value={id} checked={chosen === id} onChange={() => onChoose(id)} />
              <img src={url} alt={t`Photo ${number}`} width={72} height={90} loading="lazy" />
            </label>
          )
        })}
      </div>
    </fieldset>
  )
}
