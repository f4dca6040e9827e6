import type { FilterId, SearchFilters } from '@incontro/contract'
import { ages } from '@incontro/contract/search-filters'
import { useLingui } from '@lingui/react/macro'
import { useChoiceTexts } from '#features/choices/index.ts'

/** The text of a filter's chip. */
export const useFilterTexts = () => {
  const { t } = useLingui()
  const choices = useChoiceTexts()
  return (filters: SearchFilters, id: FilterId): string => {
    const { age, distance, height, intents, children, smoking, languages } = filters
    switch (id) {
      case 'age':
        if (!age) return t`Age`
        if (age.from === age.to) return t`${age.from} years old`
        if (age.to === ages.most) return t`Age ${age.from} and over`
        return t`Age ${age.from}–${age.to}`
      case 'distance':
        return distance ? t`Within ${distance} km` : t`Distance`
      case 'height':
        return height ? t`${height.from}–${height.to} cm` : t`Height`
      case 'intents':
        return intents?.map((intent) => choices?.intent(intent) ?? '…').join(', ') ?? t`Looking for`
      case 'children':
        return children?.map((one) => choices?.child(one) ?? '…').join(', ') ?? t`Children`
      case 'smoking':
        return smoking?.map((one) => choices?.smoke(one) ?? '…').join(', ') ?? t`Smoking`
      case 'languages':
        return languages?.map((one) => choices?.language(one) ?? '…').join(', ') ?? t`Languages`
      case 'online':
        return t`Online now`
      case 'isNew':
        return t({ message: 'New', context: 'people' })
      case 'verified':
        return t`Verified photo`
      case 'withPhoto':
        return t`With a photo`
      case 'withWords':
        return t`Has written a profile`
      case 'sharedInterests':
        return t`Shared interests`
    }
  }
}
