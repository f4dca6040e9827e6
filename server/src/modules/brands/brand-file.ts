import { countries, locales, paymentSystems } from '@incontro/contract'
import { postbackEvents } from '@incontro/contract/admin/campaign-words'
import * as z from 'zod'
import { hookTextsFile } from './hook-texts-file.ts'
import { templateFault } from './postback-template.ts'

const text = z.string().trim().min(1)
const email = z.email()
const key = z
  .string()
  .regex(/^[a-z][a-z0-9-]{1,30}$/, 'must be lower case letters, digits and hyphens, starting with a letter')
const host = z.string().regex(/^[a-z0-9.:[\]-]+$/, 'must be a host name in lower case, without scheme and port')
const domain = z.string().regex(/^([a-z0-9-]+\.)+[a-z]{2,}$/, 'must be a domain name')
const path = z.string().regex(/^\/[^/\\]/, 'must be a path of the brand’s own site')
const tagline = z.strictObject({ headline: text, subtitle: text })

/** Minimum notice before a renewal by the law of the country, in days (decision 2, "All plans renew"). */
const leastNotice: Readonly<Record<string, number>> = { IT: 30, ES: 15, FR: 30 }

/**
 * `brands/<key>/brand.json`: the fields of the specification's section 1 in camelCase, and further settings of a brand.
 * `defaultFluxId` is the specification's default_fluxid, `photos.baseUrl` its url_foto_utente, `legalLinks` its
 * legal_link, `wallet` its google_pay. Rates in percent, periods in days.
 */
const flowId = z.string().regex(/^[A-Za-z0-9_-]{1,16}$/)

const postback = z.strictObject({
  key: z.string().regex(/^[a-z0-9-]{1,32}$/, 'must be 1 to 32 small letters, digits or hyphens'),
  on: z.array(z.enum(postbackEvents)).min(1),
  url: z
    .string()
    .max(1000)
    .superRefine((url, issues) => {
      const fault = templateFault(url)
      if (fault !== undefined) issues.addIssue({ code: 'custom', message: fault })
    }),
  source: text.max(200).optional(),
  campid: text.max(200).optional(),
})

export const brandFile = z
  .strictObject({
    key,
    title: text,
    year: z.int().min(2000).max(2100),
    country: z.enum(['IT', 'ES', 'FR', 'GB', 'IE']),
    domain,
    hosts: z.array(host).min(1),
    /** The first is the brand's default. */
    languages: z.tuple([z.enum(locales)], z.enum(locales)),
    company: z.strictObject({ name: text, address: text, vatNumber: text, sampleData: z.boolean().default(false) }),
    support: z.strictObject({ email, phone: text }),
    mail: z.strictObject({ name: text, address: email }),
    mainstream: z.boolean(),
    theme: z.enum(['system', 'light', 'dark']),
    affiliation: z.boolean(),
    defaultFluxId: flowId,
    /** Flows that a visit may ask for (`fluxId`), besides the default. Any other counts as the default. */
    visitFlows: z.array(flowId).default([]),
    /**
     * Divides the visitors of a flow between it and another one, to compare the two (decision 058): `share` is the
     * percentage that gets the other, from the day `since` on, by the calendar of the company.
     */
    comparedFlows: z
      .record(flowId, z.strictObject({ with: flowId, share: z.int().min(1).max(99), since: z.iso.date() }))
      .default({}),
    /** Of every price in its flows, which are in this currency's minor units. */
    currency: z.enum(Intl.supportedValuesOf('currency')),
    /** By the member's country, where another currency is paid: its prices are listed in the flows, never converted. */
    currencies: z
      .partialRecord(z.enum(countries), z.enum(Intl.supportedValuesOf('currency')))
      .optional(),
    vatRate: z.number().min(0).max(40),
    /** The text on a card statement. */
    descriptor: z.string().regex(/^[A-Z0-9 .-]{3,22}$/, 'must be 3 to 22 capitals, digits, spaces, points or hyphens'),
    paymentCompany: text,
    /**
     * Payment systems offered by the member's country, in order. Other countries get all of the flow's, in its order.
     */
    paymentSystems: z
      .record(z.string().regex(/^[A-Z]{2}$/, 'must be a country’s two capitals'), z.array(z.enum(paymentSystems)).min(1))
      .optional(),
    renewal: z.strictObject({ noticeDays: z.int().min(1).max(90), graceDays: z.int().min(0).max(30) }),
    /** An account without a visit for this long is deleted, after two reminders. */
    absence: z.strictObject({ endsAfterMonths: z.int().min(12).max(120) }).default({ endsAfterMonths: 24 }),
    /** Brands of one pool show each other's members; without it a brand is a pool of its own. */
    pool: key.optional(),
    /** Trackers of affiliates, called when a member signs up, orders, pays or is refunded (docs/reach.md). */
    postbacks: z.array(postback).max(20).default([]),
    photos: z.strictObject({
      folders: z.strictObject({ women: text, men: text }),
      baseUrl: z.union([path, z.url({ protocol: /^https$/ })]),
      /**
       * `by_person`: others see a photo after a moderator has approved it (`npm run photos`); `automatic`: immediately.
       */
      approval: z.enum(['by_person', 'automatic']).default('by_person'),
    }),
    /**
     * The company is a micro or small enterprise (recommendation 2003/361/EC): it publishes no transparency report and
     * sends no statements of reasons to the Commission (regulation (EU) 2022/2065, articles 15(2) and 19). Members keep
     * reasons and appeals, which the terms promise.
     */
    smallEnterprise: z.boolean().default(false),
    legalLinks: z.strictObject({ terms: path, privacy: path }),
    cookieConsent: z.strictObject({
      askAgainAfterDays: z.int().min(180).max(730),
      optional: z.array(z.enum(['analytics', 'remarketing'])),
    }),
    wallet: z.strictObject({
      environment: z.enum(['TEST', 'PRODUCTION']),
      gateway: text,
      gatewayMerchantId: text,
      merchantId: text,
      merchantName: text,
    }),
    onlineWalletClientId: text,
    reviewSet: z.enum(locales),
    /**
     * Countries that another brand of this installation serves: registering from there redirects to that brand (code
     * 1006).
     */
    signupElsewhere: z.record(z.string(), key).optional(),
    /** Email domains that may not register (code 1005). */
    refusedEmailDomains: z.array(domain),
    displayFont: z.strictObject({
      family: text,
      package: z.string().startsWith('@fontsource-variable/'),
      weight: z.int().min(300).max(900),
    }),
    /** Title, text and picture of hooks for which a flow has none; without them the catalogue's. */
    hookTexts: hookTextsFile.optional(),
    tagline: z.strictObject({ it: tagline, es: tagline, fr: tagline, en: tagline }),
  })
  .refine((brand) => new Set(brand.languages).size === brand.languages.length, {
    path: ['languages'],
    error: 'names a language twice',
  })
  .refine((brand) => new Set(brand.postbacks.map((one) => one.key)).size === brand.postbacks.length, {
    path: ['postbacks'],
    error: 'names a key twice',
  })
  .refine((brand) => brand.renewal.noticeDays >= (leastNotice[brand.country] ?? 1), {
    path: ['renewal', 'noticeDays'],
    error: 'is shorter than the law of the brand’s country asks for',
  })

export type BrandFile = z.infer<typeof brandFile>
