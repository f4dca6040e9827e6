import type {
  ChildrenId,
  FaithId,
  GenderWord,
  InterestId,
  IntentId,
  LanguageId,
  Locale,
  PromptId,
  SmokingId,
} from '@incontro/contract'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { api, apiOver, type ReplyOf, type Sender } from '#app/api/api.ts'
import { useSite } from '#app/brand/site.ts'

type Texts = ReplyOf<'GET /api/get/profileChoices/:locale'>

export const textsQuery = (locale: Locale) =>
  queryOptions({
    queryKey: ['profile choices', locale],
    staleTime: Infinity,
    queryFn: ({ signal }) => api('GET /api/get/profileChoices/:locale', { params: { locale }, signal }),
  })

/** For a document, which the browser completes if this fails. */
export const renderedChoiceTexts = (locale: Locale, send: Sender): Promise<Texts | null> =>
  apiOver(send)('GET /api/get/profileChoices/:locale', { params: { locale } }).catch(() => null)

/** Gives what is below the texts that came with the document. */
export const useRenderedChoiceTexts = (texts: Texts | null | undefined): void => {
  useQuery({ ...textsQuery(useSite().locale), initialData: texts ?? undefined })
}

/** Whether the texts may still come: not once they have, or could not be fetched. */
export const useAwaitsChoiceTexts = (): boolean => useQuery(textsQuery(useSite().locale)).isPending

/**
 * The texts of the profile choices. They are fetched from the server when a page first needs them, because in the page
 * catalogues every page would load them.
 *
 * @returns undefined until they are loaded
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
    child: (id: ChildrenId) => of(data.children, id),
    smoke: (id: SmokingId) => of(data.smoking, id),
    language: (id: LanguageId) => of(data.languages, id),
    faith: (id: FaithId) => of(data.faiths, id),
    gender: (id: GenderWord) => of(data.genders, id),
  }
}
export type ChoiceTexts = NonNullable<ReturnType<typeof useChoiceTexts>>
