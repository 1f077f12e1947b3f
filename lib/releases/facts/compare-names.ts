/** Made once: `localeCompare` looks its language up at every call, of which sorting makes a million. */
export const { compare: compareNames } = new Intl.Collator("en");
