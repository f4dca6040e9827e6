import {
  childrenIds,
  type ChildrenId,
  type FaithId,
  faithIds,
  type GenderWord,
  genderWords,
  languageIds,
  type SmokingId,
  smokingIds,
} from '@incontro/contract'
import type { I18n } from '@lingui/core'

/** What a member may say of their life, in words. No word depends on their gender. */
const childrenTexts = (i18n: I18n): Record<ChildrenId, string> => ({
  have: i18n._('I have children'),
  'have-want': i18n._('I have children and would like more'),
  want: i18n._('I’d like children'),
  none: i18n._('I don’t want children'),
  unsure: i18n._('Not sure about children yet'),
})

const smokingTexts = (i18n: I18n): Record<SmokingId, string> => ({
  no: i18n._('I don’t smoke'),
  sometimes: i18n._('I smoke sometimes'),
  yes: i18n._('I smoke regularly'),
  quitting: i18n._('I’m quitting smoking'),
})

const faithTexts = (i18n: I18n): Record<FaithId, string> => ({
  catholic: i18n._('Catholic faith'),
  protestant: i18n._('Protestant faith'),
  orthodox: i18n._('Orthodox faith'),
  muslim: i18n._('Muslim faith'),
  jewish: i18n._('Jewish faith'),
  hindu: i18n._('Hindu faith'),
  buddhist: i18n._('Buddhism'),
  spiritual: i18n._('Spiritual, no church'),
  agnostic: i18n._('Agnosticism'),
  atheist: i18n._('Atheism'),
  other: i18n._('Another faith'),
})

/** The words for a gender beside woman and man. */
const genderTexts = (i18n: I18n): Record<GenderWord, string> => ({
  nonbinary: i18n._('Non-binary person'),
  genderfluid: i18n._('Genderfluid person'),
  agender: i18n._('Agender person'),
  trans_woman: i18n._('Trans woman'),
  trans_man: i18n._('Trans man'),
  questioning: i18n._('Still exploring'),
})

/** A list to choose from, with its texts. */
export const inOrder = <Id extends string>(ids: readonly Id[], texts: Readonly<Record<Id, string>>) =>
  ids.map((id) => ({ id, text: texts[id] }))

/** The lists to choose from, in the words of a language. */
export function factTexts(i18n: I18n) {
  const names = new Intl.DisplayNames(i18n.locale, { type: 'language' })
  const capital = (name: string): string => name.charAt(0).toLocaleUpperCase(i18n.locale) + name.slice(1)
  return {
    children: inOrder(childrenIds, childrenTexts(i18n)),
    smoking: inOrder(smokingIds, smokingTexts(i18n)),
    languages: languageIds.map((id) => ({ id, text: capital(names.of(id) ?? id) })),
    faiths: inOrder(faithIds, faithTexts(i18n)),
    genders: inOrder(genderWords, genderTexts(i18n)),
  }
}
