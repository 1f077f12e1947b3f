/** What an identity provider hands out with a sign-in. Fieldkit calls no provider later, so none of it is kept. */
const noTokens = {
  accessToken: null,
  refreshToken: null,
  idToken: null,
  accessTokenExpiresAt: null,
  refreshTokenExpiresAt: null,
  scope: null,
};

/** The data of an account without its provider's tokens. */
export const withoutTokens = <Data extends object>(data: Data) => ({ ...data, ...noTokens });
