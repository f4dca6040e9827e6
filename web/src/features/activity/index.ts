export { LiveActivity } from './live-events.tsx'
export { announceMutual } from './mutual.ts'
export { postEvent, postVisit } from './post-event.ts'
export { useLike } from './use-like.tsx'
