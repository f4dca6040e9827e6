import { Trans, useLingui } from '@lingui/react/macro'
import { Figures } from '#console/parts/figures.tsx'
import { Moment } from '#console/parts/time.tsx'
import { useDesks, type DeskState } from './privacy-query.ts'

/** What is open and late, and what members do by themselves in the app. */
export const DeskFigures = () => {
  const { i18n } = useLingui()
  const { desks } = useDesks()
  if (!desks) return null
  const sum = (of: (desk: DeskState) => number) => i18n.number(desks.reduce((all, desk) => all + of(desk), 0))
  const oldest = (of: (desk: DeskState) => string | null) => desks.flatMap((desk) => of(desk) ?? []).toSorted()[0]
  const waiting = oldest(({ byThemselves }) => byThemselves.exportWaitsSince)
  const erasing = oldest(({ byThemselves }) => byThemselves.erasureRunsSince)
  return (
    <Figures
      rows={[
        [<Trans key="open">Open</Trans>, sum(({ open }) => open)],
        [<Trans key="late">Late</Trans>, sum(({ late }) => late)],
        [
          <Trans key="exports">Exports made in the app, 30 days</Trans>,
          sum(({ byThemselves }) => byThemselves.exportsOfMonth),
        ],
        ...(waiting === undefined
          ? []
          : [[<Trans key="making">An export is being made since</Trans>, <Moment key="at" at={waiting} />] as const]),
        [
          <Trans key="deletions">Accounts that will be deleted</Trans>,
          sum(({ byThemselves }) => byThemselves.deletionsScheduled),
        ],
        ...(erasing === undefined
          ? []
          : [[<Trans key="erasing">Being erased since</Trans>, <Moment key="from" at={erasing} />] as const]),
      ]}
    />
  )
}
