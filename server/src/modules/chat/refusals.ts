/** Why a photo is refused in a conversation that only one of the two has written in. */
export const notAnswered = 'Photos can be sent once both have written'
