/** Message for photos and voice messages in a conversation in which only one of the two has written. */
export const notAnswered = 'Photos and voice messages can be sent once both have written'
