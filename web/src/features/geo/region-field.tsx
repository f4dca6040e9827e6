import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { MapIcon } from 'lucide-react'
import { api } from '#app/api/api.ts'
import { SelectField, type SelectFieldProps } from '#components/forms/select-field.tsx'
import text from '#styles/text.module.css'

/** The regions of a country. The chosen one is among the options even while the others cannot be loaded. */
export const RegionField = ({
  country,
  value,
  onChoose,
  children,
  icon = MapIcon,
  ...field
}: Pick<SelectFieldProps, 'hint' | 'disabled' | 'children'> & {
  readonly icon?: SelectFieldProps['icon'] | undefined
  readonly country: string
  readonly value: string
  readonly onChoose: (region: string) => void
}) => {
  const { t } = useLingui()
  const {
    data: regions = [],
    isError,
    refetch,
  } = useQuery({
    queryKey: ['regions', country],
    staleTime: Infinity,
    queryFn: ({ signal }) => api('GET /api/get/regions/:country', { params: { country }, signal }),
  })
  return (
    <SelectField
      {...field}
      label={t`Region`}
      icon={icon}
      value={value}
      error={
        isError && (
          <>
            <Trans>We can’t load the regions.</Trans>{' '}
            <button type="button" className={text.link} onClick={() => void refetch()}>
              <Trans>Try again</Trans>
            </button>
          </>
        )
      }
      onChange={(event) => onChoose(event.target.value)}
    >
      {children}
      {value !== '' && !regions.some(({ regionName }) => regionName === value) && <option>{value}</option>}
      {regions.map(({ regionName }) => (
        <option key={regionName}>{regionName}</option>
      ))}
    </SelectField>
  )
}
