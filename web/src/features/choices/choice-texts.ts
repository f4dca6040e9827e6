import type { InterestId, IntentId, PromptId } from '@incontro/contract'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { api } from '../../app/api/api.ts'
import { useSite } from '../../app/brand/site.ts'

const textsQuery = (locale: 'it' | 'es' | 'fr' | 'en') =>
  queryOptions({
    queryKey: ['profile choices', locale],
    staleTime: Infinity,
    queryFn: ({ signal }) => api('GET /api/get/profileChoices/:locale', { params: { locale }, signal }),
  })

/**
 * The words of what members can choose to say of themselves. They come from the server when a page first needs them: in every
 * page's catalogue they would be loaded by all.
 *
 * @returns undefined until they are there
 */
export const useChoiceTexts = () => {
  const { locale } = useSite()
  const { data } = useQuery(textsQuery(locale))
  if (!data) return undefined
  const of = (list: readonly { readonly id: string; readonly text: string }[], id: string): string =>
    list.find((one) => one.id === id)?.text ?? ''
  return {
    ...data,
    prompt: (id: PromptId) => of(data.prompts, id),
    interest: (id: InterestId) => of(data.interests, id),
    intent: (id: IntentId) => of(data.intents, id),
  }
}
export type ChoiceTexts = NonNullable<ReturnType<typeof useChoiceTexts>>
