import { expect, it } from 'vitest'
import { headline } from './headline.ts'

it.each([
  ['it', 'Il cuore sa da dove iniziare.', 'Il~cuore sa da~dove iniziare.'],
  ['it', 'Conosci chi vive vicino a te, con calma.', 'Conosci chi vive vicino a~te, con~calma.'],
  ['es', 'El corazón sabe por dónde empezar.', 'El~corazón sabe por~dónde empezar.'],
  ['fr', 'Laissez passer un peu d’air.', 'Laissez passer un~peu~d’air.'],
  ['en', 'Good stories take their time.', 'Good stories take their~time.'],
  ['en', 'Meet well.', 'Meet well.'],
  // A short last word, of at most four letters, of at least four words.
  ['en', 'People meet well.', 'People meet well.'],
  ['en', 'Good people meet well.', 'Good people meet~well.'],
  ['en', 'Good people meet slowly.', 'Good people meet slowly.'],
  ['en', 'Good people meet nobly.', 'Good people meet nobly.'],
  ['de', 'One of the few.', 'One of the~few.'],
  ['en', 'OF a kind', 'OF~a~kind'],
])('breaks a headline in %s at natural pauses: %s', (locale, text, glued) =>
  expect(headline(text, locale)).toBe(glued.replaceAll('~', '\u00A0')),
)
