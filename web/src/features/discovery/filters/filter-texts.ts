import type { FilterId, SearchFilters } from '@incontro/contract'
import { ages } from '@incontro/contract/search-filters'
import { useLingui } from '@lingui/react/macro'
import { useChoiceTexts } from '#features/choices/index.ts'

/** The text of a filter's chip. */
export const useFilterTexts = () => {
  const { t } = useLingui()
  const choices = useChoiceTexts()
  return (filters: SearchFilters, id: FilterId): string => {
    const { age, distance, height, intents } = filters
    switch (id) {
      case 'age':
        if (!age) return t`Età`
        if (age.from === age.to) return t`${age.from} anni`
        if (age.to === ages.most) return t`da ${age.from} anni`
        return t`${age.from}–${age.to} anni`
      case 'distance':
        return distance ? t`Entro ${distance} km` : t`Distanza`
      case 'height':
        return height ? t`${height.from}–${height.to} cm` : t`Altezza`
      case 'intents':
        return intents?.map((intent) => choices?.intent(intent) ?? '…').join(', ') ?? t`Che cosa cerca`
      case 'online':
        return t`Online ora`
      case 'isNew':
        return t`Nuovi`
      case 'verified':
        return t`Foto verificata`
      case 'withPhoto':
        return t`Con foto`
      case 'withWords':
        return t`Ha scritto di sé`
      case 'sharedInterests':
        return t`Interessi in comune`
    }
  }
}
