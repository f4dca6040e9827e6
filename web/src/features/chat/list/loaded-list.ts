import type { ChatList } from './chat-list.tsx'

/** The list of conversations, set by the page that is loaded with it: it is then shown at once. */
export const loadedList: { current: typeof ChatList | undefined } = { current: undefined }
