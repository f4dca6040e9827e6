/** Message for members whose messages moderators have turned off. */
export const messagingOff = 'Moderators have turned your messages off for now: GET /api/cases says until when'
/** Message for photos and voice messages in a conversation in which only one of the two has written. */
export const notAnswered = 'Photos and voice messages can be sent once both have written'
