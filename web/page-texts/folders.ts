/**
 * Groups of pages and dialogs, as folders or files below `web/src`, whose texts are in a catalogue of their own, loaded
 * when one of them opens.
 */
export const textFolders = {
  /** Pages that only members read. */
  account: [
    'app/help',
    'app/offline/install-hint.tsx',
    'app/side-menu/content',
    'features/choices/texts-missing.tsx',
    'features/concierge',
    'features/members',
    'features/discovery/saved',
    'features/credits/statement',
    'features/subscriptions',
    'features/payments',
    'features/reviews/write/review-invite.tsx',
    'features/photos/album',
  ],
  /** Pages that are linked from emails and the footer, and the review that a member writes. */
  link: [
    'features/cases',
    'features/chat/conversation/reply-alert.tsx',
    'features/identity/links',
    'features/reviews/page',
    'features/outreach',
    'features/reviews/write/not-yet.tsx',
    'features/reviews/write/own-state.tsx',
    'features/reviews/write/review-form.tsx',
    'features/reviews/write/review-texts.ts',
    'features/reviews/write/star-choice.tsx',
    'features/reviews/write/write.tsx',
    'features/site/consents',
    'features/site/contact',
    'features/site/notice',
    'features/site/safety',
    'features/site/unsubscribe',
  ],
  /** Pages before one is signed in. */
  visitor: [
    'features/genders',
    'features/identity/google',
    'features/identity/google-signup',
    'features/identity/passkeys',
    'features/identity/sign-in',
    'features/identity/signup',
    'features/site/landing',
    'features/site/legal',
  ],
  /** What members open from the list and from conversations. */
  dialog: [
    'app/session/sign-out-dialog.tsx',
    'app/shell/paused-notice.tsx',
    'features/activity/notification-row.tsx',
    'features/activity/next-act.tsx',
    'features/activity/notifications.tsx',
    'features/accounts',
    'features/chat/bubble/photo-view.tsx',
    'features/chat/bubble/voice-view.tsx',
    'features/chat/composer/covered-note.tsx',
    'features/chat/composer/use-sending.ts',
    'features/chat/conversation/gone.tsx',
    'features/chat/conversation/message-menu.tsx',
    'features/chat/media',
    'features/chat/messages/use-message-actions.tsx',
    'features/chat/moment',
    'features/chat/search',
    'features/credits/hook-dialog.tsx',
    'features/credits/hook-texts.ts',
    'features/credits/offers.tsx',
    'features/credits/period.tsx',
    'features/credits/use-hook-text.ts',
    'features/discovery/deck',
    'features/discovery/filters/filters-dialog.tsx',
    'features/discovery/find/order-dialog.tsx',
    'features/discovery/find/region-dialog.tsx',
    'features/discovery/member',
    'features/discovery/picks',
    'features/geo/region-field.tsx',
    'features/photos/gallery/gallery.tsx',
    'features/photos/proposal',
    'features/trust/block-dialog.tsx',
    'features/trust/report-dialog.tsx',
    'features/trust/reported-photo.tsx',
  ],
} as const

export type TextGroup = keyof typeof textFolders
export const textGroups = Object.keys(textFolders) as TextGroup[]

export const isFile = (place: string): boolean => /\.tsx?$/.test(place)
