import { lazy } from 'react'

// Each popup is loaded when the member's state requires it.
export const AddressNotice = lazy(() => import('./address-notice.tsx'))
export const ConfirmEmailPopup = lazy(() => import('./confirm-email-popup.tsx'))
export const DisabledPopup = lazy(() => import('./disabled-popup.tsx'))
export const SetRegionPopup = lazy(() => import('./set-region-popup.tsx'))
export const WelcomePopup = lazy(() => import('./welcome-popup.tsx'))
