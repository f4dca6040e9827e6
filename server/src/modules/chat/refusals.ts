/** Why photos and voice messages are refused in a conversation that only one of the two has written in. */
export const notAnswered = 'Photos and voice messages can be sent once both have written'
