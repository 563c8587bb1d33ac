/** Its path is entered at the identity providers of corporations: it stays. */
export const returnPath = '/sso-return';
/** Where providers say that a session ended there; entered there too. */
export const logoutPath = '/sso-backchannel-logout';
export const logoutUriOf = (origin: string): string => `${origin}${logoutPath}`;
export const redirectUriOf = (origin: string): string => `${origin}${returnPath}`;
