export { topicTexts } from './topic-texts.ts'
