import type { Acknowledgement, ClientEvent, ServerEvent, ServerEventData } from './events.ts'
import type { NotificationItem as WireNotification } from './http/activity.ts'
import type { ConversationView, MessageView } from './http/chat.ts'
import type { AngelPage, AngelView } from './http/discovery.ts'
import type { FlowView, RatePlanView } from './http/flow.ts'
import type { CityItem } from './http/geo.ts'
import type { SessionView, SignedIn, SignupPayload } from './http/identity.ts'
import type { ChargeReply, OrderView, SubscriptionView } from './http/payments.ts'
import type { OwnPhotoView } from './http/photos.ts'
import type { ReviewView } from './http/reviews.ts'

/*
 * The words of the wire are the specification's; browser and server speak the field's English. This table is the one place where
 * one becomes the other: the browser translates in its API and socket clients, the server where it binds routes and events. No schema is imported here: browsers load this file.
 */

/**
 * Every wire key that has another name in our code. Each key has one name everywhere, and no name is itself a wire key, so that
 * translating there and back changes nothing (`domain.test.ts`).
 */
export const domainWords = {
  // Members
  angelId: 'memberId',
  partnerId: 'otherMemberId',
  screenName: 'memberName',
  default_photo: 'photo',
  hair_color: 'hairColor',
  profili: 'members',
  totali: 'totalMembers',
  profiliLike: 'likedMemberIds',
  profiliVisitati: 'visitedMemberIds',
  // The signed-in member
  account_active: 'accountActive',
  actonfile: 'useCardOnFile',
  cerco: 'seeks',
  confirmed_email: 'emailConfirmed',
  cosa_cerco: 'lookingFor',
  descrizione: 'aboutMe',
  eta: 'ownAge',
  imageName: 'photos',
  predefinita: 'isDefault',
  provincia: 'province',
  regalo_messaggi: 'giftMessages',
  sono: 'ownGender',
  valid_email: 'emailValid',
  // Credits and what a message costs
  crediti: 'credits',
  crediti_promo: 'promoCredits',
  creditiIcebreaker: 'icebreakerCredits',
  creditiLike: 'likeCredits',
  creditiMessaggi: 'messageCredits',
  creditiMessaggiAbbonamento: 'planMessageCredits',
  creditiTotali: 'totalCredits',
  prossimoIcebreaker: 'nextIcebreakerAt',
  prossimoLike: 'nextLikeAt',
  regalo: 'bookedGift',
  valoreMessaggio: 'messageCost',
  // Messages and notifications
  categoriaNotifica: 'category',
  idNotifica: 'notificationId',
  letto: 'isRead',
  precompilato: 'prefilled',
  ritardo: 'delayed',
  undreadedMessages: 'unreadMessages',
  // Flows
  flusso: 'flow',
  fluxId: 'flowId',
  foto_facoltativa: 'photoOptional',
  messaggi_foto: 'photoMessages',
  messaggi_inviti: 'messageInvites',
  messaggi_vocale: 'voiceMessages',
  modaleToChat: 'closesAtChat',
  modaleToProfilo: 'closesAtProfile',
  use_ai: 'useAi',
  verificaEta: 'ageCheck',
  // Plans and payments
  description_color: 'descriptionColor',
  first_selling: 'bestSelling',
  nomePiano: 'planName',
  payment_company: 'paymentCompany',
  payment_system: 'paymentSystem',
  prezzo: 'periodPrice',
  prezzo_totale: 'totalPrice',
  prezzoDescription: 'priceNote',
  product_id: 'planId',
  rateplan: 'ratePlan',
  sistemi_pagamento: 'paymentSystems',
  spacing_bottom: 'spacingBottom',
  suggestion_color: 'suggestionColor',
  vecchioPrezzo: 'oldPrice',
  visibile: 'visible',
  // Figures
  flux: 'claimedFlowId',
  kcampaign: 'campaign',
  nome_evento: 'eventName',
  unica: 'onlyOnce',
  valore_evento: 'eventValue',
  // Places
  city_title: 'cityName',
  state_title: 'regionName',
  // Reviews
  Età: 'reviewerAge',
  Genere: 'reviewerGender',
  lingua: 'reviewLanguage',
  Recensione: 'reviewText',
  Stelle: 'rating',
  Utente: 'reviewer',
  // What a page sends besides
  errore: 'errorText',
  messaggio: 'messageText',
  mongoId: 'legacyId',
  provenienza_richiesta: 'requestOrigin',
  remarketing_clickid: 'remarketingTrackerId',
  servizio: 'brandHost',
  tipologia: 'eventKind',
  utente: 'sealedSignup',
} as const
type Words = typeof domainWords

/**
 * Keys whose value has a foreign format (a bank's form fields and answer, an authenticator's answer, an event's details):
 * nothing inside is translated.
 */
export const foreignKeys = ['data', 'response', 'returned', 'clientExtensionResults', 'metadata'] as const
type ForeignKey = (typeof foreignKeys)[number]

/** A wire type with its keys translated to the field's words. */
export type Domain<T> = T extends readonly (infer Item)[]
  ? Domain<Item>[]
  : T extends object
    ? { [K in keyof T as K extends keyof Words ? Words[K] : K]: K extends ForeignKey ? T[K] : Domain<T[K]> }
    : T

const isPlain = (value: object): boolean => {
  const prototype: unknown = Object.getPrototypeOf(value)
  return prototype === Object.prototype || prototype === null
}

const translator = (words: ReadonlyMap<string, string>) => {
  const translate = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(translate)
    if (value === null || typeof value !== 'object' || !isPlain(value)) return value
    // A third of the time of Object.entries and Object.fromEntries, and every event and reply passes here.
    const translated: Record<string, unknown> = {}
    for (const key of Object.keys(value)) {
      const inner = (value as Record<string, unknown>)[key]
      const known =
        inner === null || typeof inner !== 'object' || (foreignKeys as readonly string[]).includes(key)
          ? inner
          : translate(inner)
      // An assignment would set the prototype.
      if (key === '__proto__') Object.defineProperty(translated, key, { value: known, enumerable: true })
      else translated[words.get(key) ?? key] = known
    }
    return translated
  }
  return translate
}

const pairs = Object.entries(domainWords)
const fromWire = translator(new Map(pairs))

/** Translates the keys of wire JSON to the field's words. */
export const toDomain = <T>(value: T): Domain<T> => fromWire(value) as Domain<T>

/** Translates JSON in the field's words back to the wire's keys. */
export const toWire: (value: unknown) => unknown = translator(new Map(pairs.map(([wire, word]) => [word, wire])))

// The wire's types in the field's words, as browser and server use them.
export type Session = Domain<SessionView>
export type SignedInSession = Domain<SignedIn>
export type SignupAnswers = Domain<SignupPayload>
/** Another member, as a card or a page shows them. */
export type Member = Domain<AngelView>
/** Another member on their own page, with all their photos. */
export type MemberPage = Domain<AngelPage>
export type Message = Domain<MessageView>
export type Conversation = Domain<ConversationView>
export type NotificationItem = Domain<WireNotification>
export type RatePlan = Domain<RatePlanView>
/** What a member's browser knows of their flow. */
export type FlowSettings = Domain<FlowView>
export type Charge = Domain<ChargeReply>
export type Order = Domain<OrderView>
export type Subscription = Domain<SubscriptionView>
export type City = Domain<CityItem>
export type OwnPhoto = Domain<OwnPhotoView>
export type PublishedReview = Domain<ReviewView>
export type EventOf<E extends ServerEvent> = Domain<ServerEventData<E>>
export type AcknowledgementOf<E extends ClientEvent> = Domain<Acknowledgement<E>>
