import { useLingui } from '@lingui/react/macro'
import { CartesianGrid, Line, LineChart as Lines, ResponsiveContainer, Tooltip, XAxis, YAxis } from 'recharts'
import styles from './figures.module.css'

export interface ChartProps {
  readonly title: string
  readonly description: string
  readonly lines: readonly { readonly key: string; readonly name: string }[]
  /** One for each step, with a value for each line. */
  readonly rows: readonly Readonly<Record<string, string | number>>[]
  readonly dayOf: (at: string) => string
  readonly valueOf: (value: number) => string
}

/** Lines over time. Loaded with the first chart that is shown; arrow keys go from point to point. */
const LineChart = ({ title, description, lines, rows, dayOf, valueOf }: ChartProps) => {
  const { i18n } = useLingui()
  const short = new Intl.NumberFormat(i18n.locale, { notation: 'compact' })
  return (
    <ResponsiveContainer width="100%" height={240}>
      <Lines data={[...rows]} title={title} desc={description} margin={{ top: 8, right: 12, bottom: 0, left: 0 }}>
        <CartesianGrid vertical={false} stroke="var(--line)" strokeDasharray="3 4" />
        <XAxis dataKey="at" tickFormatter={dayOf} minTickGap={40} tickLine={false} axisLine={false} tick={tick} />
        <YAxis
          width={48}
          allowDecimals={false}
          tickFormatter={(value: number) => short.format(value)}
          tickLine={false}
          axisLine={false}
          tick={tick}
        />
        <Tooltip
          isAnimationActive={false}
          labelFormatter={(at) => dayOf(String(at))}
          formatter={(value) => valueOf(Number(value))}
          wrapperClassName={styles.tooltip}
        />
        {lines.map(({ key, name }, n) => (
          <Line
            key={key}
            dataKey={key}
            name={name}
            type="linear"
            stroke={`var(--chart-${(n % 5) + 1})`}
            strokeWidth={2}
            strokeDasharray={n < 5 ? '' : '5 4'}
            dot={rows.length === 1}
            isAnimationActive={false}
          />
        ))}
      </Lines>
    </ResponsiveContainer>
  )
}

const tick = { fill: 'var(--text-2)', fontSize: 12 }

export default LineChart
