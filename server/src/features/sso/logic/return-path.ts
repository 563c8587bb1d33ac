/** Its path is entered at the identity providers of corporations: it stays. */
export const returnPath = '/sso-return';
export const redirectUriOf = (origin: string): string => `${origin}${returnPath}`;
