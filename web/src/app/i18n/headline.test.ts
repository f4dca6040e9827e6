import { expect, it } from 'vitest'
import { headline } from './headline.ts'

it.each([
  ['it', 'Il cuore sa da dove iniziare.', 'Il~cuore sa da~dove iniziare.'],
  ['it', 'Conosci chi vive vicino a te, con calma.', 'Conosci chi vive vicino a~te, con~calma.'],
  ['es', 'El corazón sabe por dónde empezar.', 'El~corazón sabe por~dónde empezar.'],
  ['fr', 'Laissez passer un peu d’air.', 'Laissez passer un~peu~d’air.'],
  ['en', 'Good stories take their time.', 'Good stories take their~time.'],
  ['en', 'Meet well.', 'Meet well.'],
])('breaks a headline in %s at natural pauses: %s', (locale, text, glued) =>
  expect(headline(text, locale)).toBe(glued.replaceAll('~', '\u00A0')),
)
