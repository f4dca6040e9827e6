export {
  type ChoiceTexts,
  renderedChoiceTexts,
  useAwaitsChoiceTexts,
  useChoiceTexts,
  useRenderedChoiceTexts,
} from './choice-texts.ts'
export { type HairColor, hairTexts } from './hair-texts.ts'
export { TextsMissing } from './texts-missing.tsx'
