export { CostLine } from './composer/cost-line.tsx'
export { returnToDraft } from './outbox/drafts.ts'
export { LiveConversations } from './live-conversations.tsx'
export { conversationsKey } from './messages/chat-queries.ts'
