import { expect, it } from 'vitest'
import { formCodes, signupCodes, systemConversations } from './codes.ts'
import { maxContactLength } from './contact-form.ts'
import { countries, locales } from './fields.ts'
import { genderFromWire, genderToAngel, genderToWire } from './gender.ts'
import * as limits from './limits.ts'
import { gestureLifeMs, mostPhotos, photoSizeLimit, photoUndoMs } from './photo-rules.ts'
import { heights, onboardingSteps, profileLimits, weights } from './profile-choices.ts'
import { reviewAfterDays, reviewBars, reviewLength } from './review-rules.ts'
import { searchFilters } from './http/filters.ts'
import { ages, distanceBands, filterIds } from './search-filters.ts'
import { pageAddress, publicOrigin } from './visitor-pages.ts'
import { longestVoiceMs, voiceSizeLimit, waveformLength } from './voice-rules.ts'

it('the numbers are those of the specification and its decisions', () => {
  expect({ ...limits }).toEqual({
    maxMessageLength: 2000,
    nameLength: { least: 2, most: 40 },
    longestName: 440,
    mostPasskeys: 10,
    longestPasskeyName: 60,
    mostSavedSearches: 10,
    longestSearchName: 60,
  })
  expect({ maxContactLength, mostPhotos, photoSizeLimit, photoUndoMs, gestureLifeMs }).toEqual({
    maxContactLength: 4000,
    mostPhotos: 6,
    photoSizeLimit: 10_485_760,
    photoUndoMs: 15_000,
    gestureLifeMs: 1_800_000,
  })
  expect({ profileLimits, heights, weights, ages, distanceBands }).toEqual({
    profileLimits: { prompts: 3, answer: 300, interests: 10 },
    heights: { least: 100, most: 250 },
    weights: { least: 30, most: 300 },
    ages: { least: 18, most: 98 },
    distanceBands: [10, 25, 50, 100, 200],
  })
  expect({ reviewLength, reviewAfterDays, longestVoiceMs, voiceSizeLimit, waveformLength }).toEqual({
    reviewLength: { least: 20, most: 1000 },
    reviewAfterDays: 7,
    longestVoiceMs: 60_000,
    voiceSizeLimit: 2_097_152,
    waveformLength: 64,
  })
})

it('what comes first in a list is shown or reported first', () => {
  expect(formCodes).toEqual([
    'errore_email',
    'errore_password',
    'eta',
    'errore_citta',
    'errore_sono',
    'errore_cerco',
    'errore_terms',
  ])
  expect(Object.values(signupCodes)).toEqual([1000, 1001, 1003, 1004, 1005, 1006, 1007, 1008, 1009].map(String))
  expect(reviewBars).toEqual([
    'review_sample',
    'review_inactive',
    'not_verified',
    'review_too_new',
    'review_no_conversation',
  ])
  expect(onboardingSteps).toEqual(['name', 'photo', 'intent', 'prompt', 'interests'])
  expect(filterIds.toSorted()).toEqual(Object.keys(searchFilters.shape).toSorted())
  expect(filterIds.slice(0, 4)).toEqual(['age', 'distance', 'intents', 'height'])
  expect([locales, countries, systemConversations]).toEqual([
    ['it', 'es', 'fr', 'en'],
    ['IT', 'ES', 'FR', 'GB', 'IE'],
    ['000000', '111111', 'admin'],
  ])
})

it('a gender has its word on each side', () => {
  expect((['man', 'woman'] as const).map((gender) => [genderToWire(gender), genderToAngel(gender)])).toEqual([
    ['uomo', 'Male'],
    ['donna', 'Female'],
  ])
  expect((['uomo', 'donna'] as const).map(genderFromWire)).toEqual(['man', 'woman'])
})

it('a page has one address for each language, on the brand’s domain unless it is a demo', () => {
  const place = { origin: 'http://localhost:4000', domain: 'brand.example' }
  expect([true, false].map((demo) => publicOrigin({ ...place, demo }))).toEqual([
    'http://localhost:4000',
    'https://brand.example',
  ])
  expect(pageAddress('https://brand.example', '/legal/faq', 'es')).toBe('https://brand.example/legal/faq?lang=es')
  expect(pageAddress('https://brand.example', '/')).toBe('https://brand.example/')
})
