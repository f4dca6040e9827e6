import type { ComparisonAim, FlowComparison } from '@incontro/contract/admin'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { Note } from '#components/feedback/note.tsx'
import { Points } from './points.tsx'
import { aimTexts, harmTexts } from './figure-texts.ts'

/** What two flows show so far, in one sentence. */
export const FlowConclusion = ({
  comparison: { conclusion, flows, rates, to },
  aim,
  points,
}: {
  readonly comparison: FlowComparison
  readonly aim: ComparisonAim
  readonly points: number
}) => {
  const { i18n } = useLingui()
  const who = i18n._(aimTexts[aim])
  const better = conclusion.kind === 'better' || conclusion.kind === 'at_a_price' ? flows[conclusion.which] : ''
  if (to === null)
    return (
      <Note>
        <Trans>
          Nothing can be concluded yet: a sign-up is compared when it is two weeks old, as a purchase can be withdrawn
          from for so long.
        </Trans>
      </Note>
    )
  switch (conclusion.kind) {
    case 'too_few': {
      const visits = visitsFor(conclusion.needed, rates)
      const about = visits === undefined ? '' : i18n.number(visits)
      return (
        <Note>
          <Trans>
            Nothing can be concluded yet:{' '}
            <Plural value={conclusion.needed} one="# more sign-up is" other="# more sign-ups are" /> needed to find a
            difference of <Points of={points} />.
          </Trans>
          {visits !== undefined && (
            <>
              {' '}
              <Trans>At the present rate that takes about {about} visits.</Trans>
            </>
          )}
        </Note>
      )
    }
    case 'alike':
      return (
        <Note>
          <Trans>
            No difference between the members {who} was found. One of <Points of={points} /> would probably have shown.
          </Trans>
        </Note>
      )
    case 'better':
      return (
        <Note tone="ok">
          <Trans>
            Flow {better} has more members {who}, and no more refunds, withdrawals or complaints than the other.
          </Trans>
        </Note>
      )
    case 'at_a_price': {
      const harms = new Intl.ListFormat(i18n.locale).format(conclusion.harms.map((harm) => i18n._(harmTexts[harm])))
      return (
        <Note tone="warn">
          <Trans>
            Neither flow is better: flow {better} has more members {who}, but also more {harms}.
          </Trans>
        </Note>
      )
    }
  }
}

/** Visits that bring so many sign-ups, as they have until now; unknown before there are any. */
function visitsFor(signUps: number, rates: FlowComparison['rates']): number | undefined {
  const shares = rates.find(({ rate }) => rate === 'sign_up')?.shares ?? []
  const [visits, had] = [shares.reduce((sum, one) => sum + one.of, 0), shares.reduce((sum, one) => sum + one.count, 0)]
  return had === 0 ? undefined : Math.ceil((signUps * visits) / had)
}
