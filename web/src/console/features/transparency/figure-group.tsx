import type { TransparencyFigure, TransparencyRow } from '@incontro/contract/admin'
import { useLingui } from '@lingui/react/macro'
import parts from '#console/parts/parts.module.css'
import { useClauseName } from '#console/parts/statement-fields.tsx'
import { byWords, figureNames } from './report-words.ts'

/** A figure of the report: a number, or one for each of what it is divided by. */
export const FigureGroup = ({
  brand,
  figure,
  rows,
}: {
  readonly brand: string
  readonly figure: TransparencyFigure
  readonly rows: readonly TransparencyRow[]
}) => {
  const { i18n } = useLingui()
  const ruleName = useClauseName(brand)
  const number = (value: number | null) => (value === null ? '—' : i18n.number(value))
  const [single] = rows
  if (single === undefined || (rows.length === 1 && single.by === null))
    return (
      <dl className={parts.figures}>
        <div>
          <dt>{i18n._(figureNames[figure])}</dt>
          <dd>{number(single?.value ?? null)}</dd>
        </div>
      </dl>
    )
  return (
    <div>
      <h3>{i18n._(figureNames[figure])}</h3>
      <dl className={parts.figures}>
        {rows.map((row) => (
          <div key={row.by}>
            <dt>{byWords(i18n, row, ruleName)}</dt>
            <dd>{number(row.value)}</dd>
          </div>
        ))}
      </dl>
    </div>
  )
}
