import type { AffiliateView } from '@incontro/contract/admin'
import { KeyButton } from '#console/parts/key-button.tsx'
import { isAllowed } from '@incontro/contract/admin/permissions'
import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router'
import { Button } from '#components/buttons/button.tsx'
import { TextField } from '#components/forms/text-field.tsx'
import { Badge } from '#components/marks/labels.tsx'
import { api } from '#console/base/api.ts'
import { rolesAt, useMe } from '#console/base/me.tsx'
import { ActionDialog } from '#console/parts/action-dialog.tsx'
import { Author } from '#console/parts/author.tsx'
import { BackLink, OpeningPage } from '#console/parts/opening-page.tsx'
import { Page } from '#console/parts/page.tsx'
import parts from '#console/parts/parts.module.css'
import { Fact, Section } from '#console/parts/section.tsx'
import { Moment } from '#console/parts/time.tsx'
import { AffiliateKeys } from './affiliate-keys.tsx'
import { AffiliatePostbacks } from './affiliate-postbacks.tsx'
import styles from './campaigns.module.css'
import { LinkBuilder } from './link-builder.tsx'

/** An affiliate: its source, its keys, and what is reported to it. */
export const AffiliatePage = ({ brand, id }: { readonly brand: string; readonly id: string }) => {
  const { t } = useLingui()
  const { data, error, refetch } = useQuery({
    queryKey: ['affiliate', brand, id],
    queryFn: () => api('GET /admin/api/:brand/affiliates/:affiliate', { params: { brand, affiliate: id } }),
  })
  if (data) return <Opened brand={brand} affiliate={data} />
  return <OpeningPage title={t`Affiliate`} error={error} onRetry={() => void refetch()} />
}

const Opened = ({ brand, affiliate }: { readonly brand: string; readonly affiliate: AffiliateView }) => {
  const { t } = useLingui()
  const queries = useQueryClient()
  const [open, setOpen] = useState<'rename' | 'end' | 'link' | null>(null)
  const { id, name, source, addedAt, addedBy, endedAt } = affiliate
  const isAllowedTo = isAllowed('manageAffiliates', rolesAt(useMe(), brand))
  const mayManage = isAllowedTo && endedAt === null
  const back = `/${brand}/campaigns?view=affiliates`
  const refresh = () => {
    void queries.invalidateQueries({ queryKey: ['affiliate', brand, id] })
    void queries.invalidateQueries({ queryKey: ['affiliates'] })
  }
  const close = () => setOpen(null)
  const figures = new URLSearchParams({ of: 'source', value: source }).toString()
  return (
    <Page
      title={name}
      actions={
        <>
          {endedAt !== null && (
            <Badge>
              <Trans>Ended</Trans>
            </Badge>
          )}
          <BackLink to={back} help={t`Back to the list`}>
            <Trans>All affiliates</Trans>
          </BackLink>
          {mayManage && (
            <>
              <KeyButton keys="r" name={t`Rename`} variant="sec" onPress={() => setOpen('rename')} />
              <KeyButton keys="x" name={t`End`} variant="dangerOutline" onPress={() => setOpen('end')} />
            </>
          )}
        </>
      }
    >
      <div className={styles.columns}>
        <div className={styles.stack}>
          <Section title={<Trans>About it</Trans>}>
            <dl className={parts.facts}>
              <Fact name={<Trans>Source</Trans>}>{source}</Fact>
              <Fact name={<Trans>Added</Trans>}>
                <Moment at={addedAt} />
              </Fact>
              <Fact name={<Trans>By</Trans>}>
                <Author of={addedBy} />
              </Fact>
              {endedAt !== null && (
                <Fact name={<Trans>Ended</Trans>}>
                  <Moment at={endedAt} />
                </Fact>
              )}
            </dl>
            <div className={styles.links}>
              <Link className={parts.link} to={`/${brand}/figures?${figures}`}>
                <Trans>Its figures</Trans>
              </Link>
              <Link className={parts.link} to={`/${brand}/campaigns?view=postbacks&postback=${id}`}>
                <Trans>Its postbacks</Trans>
              </Link>
              {endedAt === null && (
                <Button size="sm" variant="ghost" onClick={() => setOpen('link')}>
                  <Trans>Build a link</Trans>
                </Button>
              )}
            </div>
          </Section>
          <AffiliateKeys {...{ brand, affiliate, mayManage }} onChanged={refresh} />
        </div>
        <AffiliatePostbacks {...{ brand, affiliate, mayManage }} onChanged={refresh} />
      </div>
      {open === 'rename' && <Rename {...{ brand, affiliate }} onClose={close} onDone={refresh} />}
      {open === 'end' && (
        <ActionDialog
          title={t`End “${name}”?`}
          intro={
            <Trans>
              Its keys count no more and nothing is reported to it, not even what waits. It can’t be taken up again; its
              source can get another affiliate. Log and figures stay.
            </Trans>
          }
          action={t`End`}
          isDangerous
          onClose={close}
          onDone={refresh}
          run={(reason) =>
            api('POST /admin/api/:brand/affiliates/:affiliate/end', {
              params: { brand, affiliate: id },
              body: { reason },
            })
          }
        />
      )}
      {open === 'link' && <LinkBuilder start={{ brand, source }} onClose={close} />}
    </Page>
  )
}

const Rename = ({
  brand,
  affiliate,
  onClose,
  onDone,
}: {
  readonly brand: string
  readonly affiliate: AffiliateView
  readonly onClose: () => void
  readonly onDone: () => void
}) => {
  const { t } = useLingui()
  const [name, setName] = useState(affiliate.name)
  return (
    <ActionDialog
      title={t`Rename “${affiliate.name}”`}
      action={t`Save`}
      {...{ onClose, onDone }}
      run={(reason) =>
        api('PUT /admin/api/:brand/affiliates/:affiliate', {
          params: { brand, affiliate: affiliate.id },
          body: { name, reason },
        })
      }
    >
      <TextField
        label={t`Name`}
        required
        maxLength={80}
        value={name}
        onChange={(event) => setName(event.target.value)}
      />
    </ActionDialog>
  )
}
