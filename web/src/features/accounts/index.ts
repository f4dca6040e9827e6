export { useWelcomeGift } from './use-welcome-gift.ts'
export { AddressNotice, ConfirmEmailPopup, DisabledPopup, SetRegionPopup, WelcomePopup } from './popups.ts'
export { useAnnounceClosing } from './closing.ts'
