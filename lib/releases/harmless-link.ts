/** Allows only mail addresses and web pages, because any other link might do something when it is clicked. */
export const harmlessLink = /^(https?:\/\/|mailto:)/i;
