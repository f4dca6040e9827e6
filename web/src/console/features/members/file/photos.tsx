import type { PhotoState } from '@incontro/contract/admin'
import { isAllowed } from '@incontro/contract/admin/permissions'
import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { queryOptions } from '@tanstack/react-query'
import { useState } from 'react'
import { Button } from '#components/buttons/button.tsx'
import { api } from '#console/base/api.ts'
import { rolesAt, useMe } from '#console/base/me.tsx'
import { addressOfFile } from '#console/base/opened-file.ts'
import { useShortcut } from '#console/base/shortcuts.tsx'
import { Kbd } from '#console/parts/kbd.tsx'
import { photoStateNames } from '#console/parts/member-words.ts'
import parts from '#console/parts/parts.module.css'
import { Picture } from '#console/parts/picture.tsx'
import styles from '#console/parts/picture.module.css'
import { Section } from '#console/parts/section.tsx'
import { useWellness } from '#console/parts/wellness.ts'
import type { FileProps } from '../opened-file.ts'

const photoNames: Readonly<Record<PhotoState, MessageDescriptor>> = {
  pending: msg`Waits for a moderator`,
  approved: msg`Others see it`,
  refused: msg`A refused photo`,
}

/** A photo of the file. Opening it is recorded, so it is fetched once. */
const photoOf = (brand: string, id: string, photo: string, reason: string) =>
  queryOptions({
    queryKey: ['member photo', id, photo],
    staleTime: Infinity,
    retry: false,
    queryFn: async () =>
      addressOfFile(
        await api('POST /admin/api/:brand/members/:id/photos/:photo', {
          params: { brand, id, photo },
          body: { reason },
        }),
      ),
  })

/** The member's photos by state; the pictures are opened when they are asked for. */
export const Photos = ({ brand, file, reason }: FileProps & { readonly reason: string }) => {
  const { t, i18n } = useLingui()
  const [isShown, setShown] = useState(false)
  const { wellness } = useWellness()
  const mayOpen = isAllowed('readPhotos', rolesAt(useMe(), brand)) && file.photos.length > 0 && !isShown
  useShortcut('p', t`Show the photos`, () => setShown(true), mayOpen)
  const nameOf = ({ state, isMain }: (typeof file.photos)[number]) =>
    isMain ? t`The main photo` : i18n._(photoNames[state])
  return (
    <Section title={<Trans>Photos</Trans>}>
      {file.photos.length === 0 && (
        <p className={parts.muted}>
          <Trans>None</Trans>
        </p>
      )}
      {isShown ? (
        <div className={styles.pictures}>
          {file.photos.map((one) => (
            <Picture
              key={one.id}
              of={photoOf(brand, file.id, one.id, reason)}
              alt={nameOf(one)}
              caption={nameOf(one)}
              isSmall
              wellness={wellness}
            />
          ))}
        </div>
      ) : (
        file.photos.length > 0 && <Counts file={file} />
      )}
      {mayOpen && (
        <div>
          <Button size="sm" variant="sec" onClick={() => setShown(true)}>
            <Trans>Show the photos</Trans> <Kbd>P</Kbd>
          </Button>
        </div>
      )}
    </Section>
  )
}

const Counts = ({ file: { photos } }: Pick<FileProps, 'file'>) => {
  const { i18n } = useLingui()
  const states = [...new Set(photos.map(({ state }) => state))]
  return (
    <p className={parts.muted}>
      {states
        .map((state) => `${i18n._(photoStateNames[state])}: ${photos.filter((one) => one.state === state).length}`)
        .join(' · ')}
    </p>
  )
}
